//! The numbers behind the page as CSV: every curve, and every move with what classifiers say of it.

use std::fmt::Write;

use super::{Classifier, PlyCurve, Report};

impl Report {
    /// Every curve of the report.
    pub fn curves(&self) -> Vec<&PlyCurve> {
        let mut all = vec![&self.differential.truth];
        all.extend(self.differential.stand_ins.iter().map(|own| &own.curve));
        for own in &self.best.strict {
            all.extend([&own.curve, &own.chance_curve]);
        }
        let levels = self.expected.iter().flat_map(|own| &own.levels);
        all.extend(levels.map(|own| &own.curve));
        all.extend(self.order.orders.iter().map(|own| &own.curve));
        all.extend(self.category.classified.iter().map(|own| &own.curve));
        all
    }

    /// The curves as CSV: one line a curve and ply.
    pub fn curves_csv(&self) -> String {
        let mut text = "curve,ply,states,mean,low,high\n".to_owned();
        for curve in self.curves() {
            let name = quoted(&curve.name);
            for own in &curve.points {
                let _ = writeln!(
                    text,
                    "{name},{},{},{},{},{}",
                    own.ply, own.states, own.mean, own.low, own.high
                );
            }
        }
        text
    }

    /// The moves as CSV: what the search knows, the true value, and each classifier's answer.
    pub fn moves_csv(&self) -> String {
        let names = Classifier::ALL.map(|own| own.name().replace(' ', "_"));
        let mut text = format!(
            "source,state,move,q,n,total_n,depth,fold,truth,{}\n",
            names.join(",")
        );
        for own in &self.category.moves {
            let [q, visits, total, depth] = own.features;
            let guesses = own.guesses.map(|guess| guess.to_string()).join(",");
            let _ = writeln!(
                text,
                "{},{},{},{q},{visits},{total},{depth},{},{},{guesses}",
                own.source, own.state, own.mv, own.fold, own.truth
            );
        }
        text
    }
}

/// A field as CSV takes it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

//! What is said of learned weights.

use std::path::Path;

use plyscope_learn::{Coefficient, Fit};
use plyscope_workbench::Learned;
use serde_json::{Value, json};

use crate::out::{Ended, Out, say};
use crate::table::{Table, grouped};

pub(super) fn write(learned: &Learned, output: Option<&Path>, out: &Out) -> Result<(), Ended> {
    for warning in &learned.warnings {
        say(&format!("warning: {warning}"));
    }
    if out.json {
        return out.object(&to_json(learned, output));
    }
    let (fit, by) = (&learned.fit, &learned.by);
    for (name, value) in [
        ("game", format!("{}, features `{}`", by.game, by.features)),
        ("method", by.method(fit)),
        ("rows", format!("{}: {}", rows(fit), by.value())),
        (
            "states",
            format!("{} of {}", grouped(by.states), by.selector),
        ),
        ("labelled", format!("by {}, seed {}", by.labeller, by.seed)),
        ("R²", explained(fit)),
        ("error", error(fit)),
        ("F", f_test(fit)),
    ] {
        out.line(&format!("  {name:<9} {value}"))?;
    }
    out.text("\n")?;
    out.text(&weights_table(fit).text())?;
    out.line("\nResiduals (value − fitted) along the fitted value:")?;
    out.text(&residuals_table(fit).text())?;
    if let Some(curve) = fit.curve.as_ref().filter(|curve| curve.points.len() > 1) {
        out.line(&format!("\nCross-validation over {} parts:", curve.folds))?;
        out.text(&curve_table(fit).text())?;
    }
    Ok(())
}

fn rows(fit: &Fit) -> String {
    match fit.groups {
        Some(groups) => format!("{} in {} groups", grouped(fit.rows), grouped(groups)),
        None => grouped(fit.rows),
    }
}

fn explained(fit: &Fit) -> String {
    let adjusted = fit.adjusted_r2.map(|own| format!("adjusted {own:.4}"));
    let unseen = fit
        .unseen_r2()
        .map(|own| format!("on unseen rows {own:.4}"));
    let all = [Some(format!("{:.4}", fit.r2)), adjusted, unseen];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn error(fit: &Fit) -> String {
    fit.residual_se
        .map_or("no row is to spare".to_string(), |se| {
            format!("{} is the standard error of a value", number(se))
        })
}

fn f_test(fit: &Fit) -> String {
    match (fit.f, fit.f_p) {
        (Some(f), Some(p)) => format!(
            "{} on {} and {} degrees of freedom, p {}",
            number(f),
            degrees(fit.degrees_used),
            degrees(fit.degrees_left),
            chance(p)
        ),
        _ => "no row is to spare".to_string(),
    }
}

fn degrees(degrees: f64) -> String {
    if (degrees - degrees.round()).abs() < 1e-6 {
        grouped(degrees.round() as u64)
    } else {
        format!("{degrees:.2}")
    }
}

fn weights_table(fit: &Fit) -> Table {
    let heading = [
        "feature",
        "weight",
        "std error",
        "t",
        "p",
        "standard",
        "VIF",
    ];
    let mut table = Table::new(heading, &[0]);
    for own in fit.coefficients.iter().chain([&fit.intercept]) {
        table.row(weight_cells(own));
    }
    table
}

fn weight_cells(own: &Coefficient) -> [String; 7] {
    let or_none = |cell: Option<String>| cell.unwrap_or("–".to_string());
    let is_feature = own.spread > 0.0;
    let blank = String::new();
    [
        own.name.clone(),
        number(own.weight),
        or_none(own.se.map(number)),
        or_none(own.t.map(t_value)),
        or_none(own.p.map(chance)),
        if is_feature {
            format!("{:+.3}", own.standard)
        } else {
            blank.clone()
        },
        if is_feature {
            or_none(own.vif.map(|vif| format!("{vif:.1}")))
        } else {
            blank
        },
    ]
}

/// Two digits behind the point; those of exact fits are beyond all sense.
fn t_value(t: f64) -> String {
    if t.abs() < 1e6 {
        format!("{t:.2}")
    } else {
        format!("{t:.1e}")
    }
}

fn residuals_table(fit: &Fit) -> Table {
    let mut table = Table::new(["fitted", "rows", "mean", "spread"], &[]);
    for bin in &fit.residuals {
        table.row([
            number(bin.fitted),
            grouped(bin.rows),
            number(bin.mean),
            number(bin.spread),
        ]);
    }
    table
}

fn curve_table(fit: &Fit) -> Table {
    let mut table = Table::new(["strength", "squared error", "±", "R²", ""], &[4]);
    for point in fit.curve.iter().flat_map(|curve| &curve.points) {
        let is_chosen = point.strength.to_bits() == fit.strength.to_bits();
        table.row([
            strength(point.strength),
            number(point.error),
            number(point.error_se),
            format!("{:.5}", point.r2),
            if is_chosen { "chosen" } else { "" }.to_string(),
        ]);
    }
    table
}

/// Four digits that matter.
fn number(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let size = number.abs().log10().floor();
    if !(-5.0..7.0).contains(&size) {
        return format!("{number:.3e}");
    }
    let digits = (3.0 - size).max(0.0) as usize;
    format!("{number:.digits$}")
}

/// Two digits: strengths are tried in steps of half a power of ten.
fn strength(strength: f64) -> String {
    match strength {
        0.0 => "0".to_string(),
        small if small < 1e-3 => format!("{small:.1e}"),
        other => format!("{other:.3}"),
    }
}

/// A probability; smaller ones than a machine can hold are 0.
fn chance(p: f64) -> String {
    match p {
        p if p < 1e-300 => "< 1e-300".to_string(),
        p if p < 1e-4 => format!("{p:.1e}"),
        p => format!("{p:.4}"),
    }
}

fn to_json(learned: &Learned, output: Option<&Path>) -> Value {
    let by = &learned.by;
    json!({
        "game": by.game,
        "features": by.features,
        "method": by.method(&learned.fit),
        "value": by.value(),
        "states": by.states,
        "selector": by.selector,
        "labeller": by.labeller,
        "seed": by.seed,
        "output": output.map(|path| path.display().to_string()),
        "fit": learned.fit,
        "unseen_r2": learned.fit.unseen_r2(),
        "weights": learned.weights,
        "warnings": learned.warnings,
    })
}

// Chess figures as paths, those of the reports: many systems have no font with chess signs.
// The centre of the cell is 0, 0; a figure reaches 11 to every side.

/** @type {Record<string, { outline: string, details: string }>} */
export const FIGURES = {
  K: { outline: "M-7,10V7L-6,3.5C-10.5,1.5 -10.5,-5 -6,-5C-3.5,-5 -1.5,-3.5 -1,-2V-6.5H-3v-2h2v-2.5h2v2.5h2v2H1V-2C1.5,-3.5 3.5,-5 6,-5C10.5,-5 10.5,1.5 6,3.5L7,7v3z", details: "M-6.4,6.2Q0,4.6 6.4,6.2" },
  Q: { outline: "M-7,10V7L-6,3.5L-10,-5.5L-5.2,-1L-4.6,-9L0,-2L4.6,-9L5.2,-1L10,-5.5L6,3.5L7,7v3z", details: "M-6.4,6.2Q0,4.6 6.4,6.2" },
  R: { outline: "M-8,10V7h2.5L-4.5,-2.5H-7V-9.5h2.8v2.5h2.8V-9.5h2.8v2.5h2.8V-9.5H7v7H4.5L5.5,7H8v3z", details: "M-4.5,-2.5H4.5M-5.5,7H5.5" },
  B: { outline: "M-7.5,10V7.5h4C-4.5,5.5 -3,4 -3,2.5H-5C-6.5,-2 -3.5,-6 -1.2,-7.5a2,2 0 1 1 2.4,0C3.5,-6 6.5,-2 5,2.5H3c0,1.5 1.5,3 .5,5h4v2.5z", details: "M0,-4.8v4.2M-2,-2.8h4M-3,2.5H3" },
  N: { outline: "M-6.5,10C-6.5,5 -1,4 -.5,-.5C-2,1 -4.5,1.3 -5.5,3C-6.5,4.5 -9.3,3.6 -9,1.5C-8.6,-.5 -6.5,-2.5 -6,-5.5L-5.3,-9.2L-2.8,-7.2L-1.2,-10L.7,-7.3C5.7,-6 8.7,-.5 7.7,10z", details: "M-3.4,-3.8h.1M-7,1.6h.1" },
  P: { outline: "M-7,10V8c0,-3.5 3.5,-4.5 4,-8h-2v-2h2.2a4,4 0 1 1 5.6,0H5v2H3c.5,3.5 4,4.5 4,8v2z", details: "M-3,0H3" },
};

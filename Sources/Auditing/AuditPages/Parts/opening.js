// The end of openMap: everything is drawn, and the page gets what it needs to go on.
resize();
Object.assign(view, everything());
draw();
const listen = (act) => listeners.push(act);
return { findings, tags, listen, select, selected: () => state.selected, redraw: () => resize(), close: () => ending.abort() };
}

/** The keys of the page, as a list. */
export function Help() {
  const keys = [["← →", "an entry back, on"], ["↑ ↓", "a round back, on"], ["Home End", "first, last entry"], ["space", "play, pause"], ["0 to 9", "to so many tenths of the game"], ["[ ]", "last, next act of the same side"], ["/", "search"], ["?", "these keys"]];
  return <dl class="help">{keys.map(([key, text]) => <div><dt><kbd>{key}</kbd></dt><dd>{text}</dd></div>)}</dl>;
}

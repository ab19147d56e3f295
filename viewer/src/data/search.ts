// Finding names: every word of the query must be in the name, whole words and beginnings first, or begin one of the words
// about it; then letters in order.

/** Smaller is better; null: it does not fit. All are in lower case; `words` are about what has the name. */
export function rank(query: string, name: string, words = ""): number | null {
  if (query === "") return 0;
  let sum = 0;
  for (const word of query.split(/\s+/)) {
    if (word === "") continue;
    const one = rankWord(word, name, words);
    if (one === null) return null;
    sum += one;
  }
  return sum + Math.min(name.length, 1000) / 1000;
}

function rankWord(word: string, name: string, words: string): number | null {
  if (name === word) return 0;
  const at = name.indexOf(word);
  if (at === 0) return 1;
  if (at > 0) return /[^a-z0-9]/.test(name[at - 1]!) ? 2 : 3;
  if (` ${words}`.includes(` ${word}`)) return 3.5;
  let from = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = name.indexOf(letter, from + 1);
    if (next < 0) return null;
    if (from >= 0) gaps += next - from - 1;
    from = next;
  }
  return gaps > 3 * word.length ? null : 4 + gaps / 100;
}

/** Indices of the names that fit, best first, in their order where equally good. */
export function found(query: string, names: readonly string[], words: readonly string[] = []): number[] {
  const wanted = query.trim().toLowerCase();
  const hits: { index: number; rank: number }[] = [];
  names.forEach((name, index) => {
    const fit = rank(wanted, name, words[index]);
    if (fit !== null) hits.push({ index, rank: fit });
  });
  if (wanted !== "") hits.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return hits.map((hit) => hit.index);
}

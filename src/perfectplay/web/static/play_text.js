// A play that is written as text, in the manner of PGN, which a line of moves is, too, or of SGF: its
// moves and headers, read as docs/plays.md says.

const TOKEN = new RegExp([
  String.raw`(?<empty>\n[^\S\n]*(?=\n))|(?<space>[^\S\n]+|\n)|(?<rest>;[^\n]*|^%[^\n]*)`,
  String.raw`|\{(?<comment>[^}]*)\}|\[\s*(?<name>[\p{L}\p{N}_]+)\s+"(?<value>(?:[^"\\]|\\.)*)"\s*\]`,
  String.raw`|"(?<quoted>(?:[^"\\]|\\.)*)"[!?]{0,2}|(?<open>\()|(?<close>\))|(?<word>[^\s"{}()\[\];]+)`,
].join(""), "smuy");
const SGF = /\s+|(?<sign>[();])|(?<key>[A-Za-z]+)\s*(?=\[)|\[(?<value>(?:[^\]\\]|\\.)*)\]/suy;
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
const HEADERS = { PB: "First", PW: "Second", FROM: "From" };
const MOST = 1000; // moves of a play

/** The one play of a text: {headers, moves: [{text, line}]}. Throws an error for the page. */
export function playOf(text) {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const plays = /^\s*\(\s*;/.test(plain) ? playsOfSgf(plain) : playsOfPgn(plain);
  if (plays.length > 1) throw new Error(`the text has ${plays.length.toLocaleString("en")} plays, since an empty line ends one; one at a time`);
  if (plays.length === 0 || plays[0].moves.length === 0) throw new Error("there is no move in the text");
  const count = plays[0].moves.length;
  if (count > MOST) throw new Error(`the play has ${count.toLocaleString("en")} moves; at most ${MOST.toLocaleString("en")} are judged`);
  return plays[0];
}

/** The tokens of a text, with the line in which each begins. */
function* tokens(text, pattern, unfinished) {
  let line = 1;
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) throw unreadable(`line ${line}: ${unfinished(text[at])}`);
    yield { ...found.groups, all: found[0], line };
    line += found[0].split("\n").length - 1;
    pattern.lastIndex = at + found[0].length;
  }
}

const unreadable = (why) => new Error(`the text is no play: ${why}`);

const emptyPlay = () => ({ headers: Object.create(null), moves: [] }); // any text may be a header

function playsOfPgn(text) {
  const plays = [];
  let [play, ended, depth] = [emptyPlay(), false, 0];
  const finish = () => {
    if (play.moves.length || Object.keys(play.headers).length) plays.push(play);
  };
  for (const one of tokens(text, TOKEN, unfinishedPgn)) {
    if (one.open) depth += 1;
    if (one.close) depth -= 1;
    if (depth < 0) throw unreadable(`line ${one.line}: a closing parenthesis without an opening one`);
    if (one.empty !== undefined && play.moves.length) ended = true;
    const [isWord, isText] = [one.word !== undefined, one.quoted !== undefined];
    if (depth || !(isWord || isText || one.value !== undefined || one.comment !== undefined)) continue;
    if (ended || (one.value !== undefined && play.moves.length)) {
      finish();
      [play, ended] = [emptyPlay(), false];
    }
    if (one.value !== undefined) play.headers[one.name] = unescaped(one.value);
    else if (isText) play.moves.push({ text: unescaped(one.quoted), line: one.line });
    else if (isWord && RESULTS.includes(one.word)) {
      play.headers.Result = one.word;
      ended = true;
    } else if (isWord) addWord(play, one);
  }
  if (depth) throw unreadable("the file ends within parentheses");
  finish();
  return plays;
}

/** Adds a move, unless the word is a number, a mark or dots. */
function addWord(play, { word, line }) {
  if (/^[!?]{1,2}$/.test(word) || word.startsWith("$")) return;
  const text = word.replace(/^\p{Nd}+\.+/u, "").replace(/[!?]+$/, "");
  if (/[^.]/.test(text)) play.moves.push({ text, line });
}

const unescaped = (text) => text.replace(/\\(.)/gs, (_, one) => ({ n: "\n", r: "\r" })[one] ?? one);

function unfinishedPgn(sign) {
  return {
    "{": "a comment in braces has no end",
    '"': "a text in quotes has no end",
    "[": 'expected a header as in [First "Ann"]',
  }[sign] ?? `'${sign}' cannot stand here`;
}

/** The plays of SGF: of each game tree the first variation. */
function playsOfSgf(text) {
  const plays = [];
  let [tree, key] = [null, ""];
  for (const one of tokens(text, SGF, unfinishedSgf)) {
    if (tree === null) {
      if (one.sign === "(") tree = { line: one.line, nodes: [], depth: 1, skipped: 0, closed: false };
      else if (one.all.trim()) throw unreadable(`line ${one.line}: expected ( where a play begins`);
    } else if (one.sign === "(") {
      tree.depth += 1;
      if (tree.closed && !tree.skipped) tree.skipped = tree.depth;
    } else if (one.sign === ")") {
      if (tree.skipped === tree.depth) tree.skipped = 0;
      tree.depth -= 1;
      tree.closed = true;
      if (tree.depth === 0) {
        plays.push(playOfNodes(tree.nodes));
        tree = null;
      }
    } else if (tree.skipped) continue;
    else if (one.sign === ";") {
      tree.nodes.push({ line: one.line, properties: new Map() });
      key = "";
    } else if (one.key !== undefined) key = one.key.replace(/[a-z]/g, "");
    else if (one.value !== undefined) {
      if (tree.nodes.length === 0 || key === "") throw unreadable(`line ${one.line}: expected ; and a property before [`);
      const { properties } = tree.nodes.at(-1);
      if (!properties.has(key)) properties.set(key, one.value.replace(/\\(\n|.)/gs, (_, kept) => (kept === "\n" ? "" : kept)));
    }
  }
  if (tree !== null) throw unreadable(`the file ends within the play that begins in line ${tree.line}`);
  return plays;
}

function playOfNodes(nodes) {
  const { headers, moves } = emptyPlay();
  for (const { line, properties } of nodes) {
    for (const [key, name] of Object.entries(HEADERS)) {
      const given = properties.get(key);
      if (given !== undefined) headers[name] = name === "From" ? given : given.replaceAll("\n", " ");
    }
    const text = properties.get("B") ?? properties.get("W");
    if (text !== undefined) moves.push({ text, line });
  }
  return { headers, moves };
}

const unfinishedSgf = (sign) => (sign === "["
  ? "a value in brackets has no end" : `'${sign}' cannot stand here; a property is written as in B[3]`);

/** The names and the sentences of a file, each with its line; quick rather than exact, since it reads every file. */

interface Token {
  kind: 'identifier' | 'text'
  value: string
  line: number
}

// "of" before an operand is the keyword of a `for` loop, not a name; `.on(` is the API of Node's event emitters.
const code =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?<jsx>(?<=[\w"'}/]>)\s*[A-Z][^<>{}=;()]*\s[^<>{}=;()]*(?=[<{]))|(?<regex>(?<=[(,=:[!&|?]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)|\bof(?=\s+[\w$[({'"`])|\.on(?=\()|(?<name>[A-Za-z_$][\w$]*)|\n/g

export function* readTokens(file: string, content: string): Generator<Token> {
  if (!/\.(ts|tsx|mjs)$/.test(file)) {
    yield* readLines(content)
    return
  }
  let line = 1
  for (const match of content.matchAll(code)) {
    const [value] = match
    const { name, string, comment, jsx, regex } = match.groups ?? {}
    if (name !== undefined) yield { kind: 'identifier', value, line }
    else if ((string ?? comment ?? jsx ?? regex) !== undefined) yield { kind: 'text', value, line }
    for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) line += 1
  }
}

function* readLines(content: string): Generator<Token> {
  for (const [index, value] of content.split('\n').entries()) yield { kind: 'text', value, line: index + 1 }
}

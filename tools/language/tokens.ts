/** The names and the sentences of a file, each with its line; quick rather than exact, since it reads every file. */
import { createSourceFile, isJsxText, type Node, ScriptKind, ScriptTarget } from 'typescript'

interface Token {
  kind: 'identifier' | 'text'
  value: string
  line: number
}

// "of" before an operand is the keyword of a `for` loop, and `.of(` and `.on(` are
// built in: none of them is a name of ours.
const code =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`)|(?<pattern>(?<=[(,=:[!&|?{;]\s*|=>\s*|return\s|^\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])*\/[dgimsuvy]*)|(?<=\.)of(?=\()|\.on(?=\()|\bof(?=\s+[\w$[({'"`])|(?<name>[A-Za-z_$][\w$]*)|\n/g

export function* readTokens(file: string, content: string): Generator<Token> {
  if (!/\.(ts|tsx|mjs)$/.test(file)) yield* readLines(content)
  else if (file.endsWith('.tsx')) {
    const texts = jsxTexts(file, content)
    for (const { start, value } of texts)
      if (/\S/.test(value)) yield { kind: 'text', value, line: lineAt(content, start) }
    yield* readCode(blank(content, texts))
  } else yield* readCode(content)
}

function* readCode(content: string): Generator<Token> {
  let line = 1
  for (const match of content.matchAll(code)) {
    const [value] = match
    const { name, string, comment, pattern } = match.groups ?? {}
    if (name !== undefined) yield { kind: 'identifier', value, line }
    else if ((string ?? comment ?? pattern) !== undefined) yield { kind: 'text', value, line }
    for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) line += 1
  }
}

function* readLines(content: string): Generator<Token> {
  for (const [index, value] of content.split('\n').entries()) yield { kind: 'text', value, line: index + 1 }
}

interface Text {
  start: number
  value: string
}

/** The text between JSX tags, which only a parser can tell from code. */
function jsxTexts(file: string, content: string): Text[] {
  const texts: Text[] = []
  const visit = (node: Node): void => {
    if (isJsxText(node)) texts.push({ start: node.pos, value: content.slice(node.pos, node.end) })
    node.forEachChild(visit)
  }
  visit(createSourceFile(file, content, ScriptTarget.Latest, false, ScriptKind.TSX))
  return texts
}

/** The content with spaces for these texts, so that every line keeps its number. */
function blank(content: string, texts: readonly Text[]): string {
  let result = ''
  let end = 0
  for (const { start, value } of texts) {
    result += content.slice(end, start) + value.replaceAll(/[^\n]/g, ' ')
    end = start + value.length
  }
  return result + content.slice(end)
}

function lineAt(content: string, position: number): number {
  return content.slice(0, position).split('\n').length
}

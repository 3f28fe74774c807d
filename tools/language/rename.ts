/**
 * Moves the code to the names of `docs/GLOSSARY.md` in one step: `node tools/language/rename.ts` on a clean tree, from
 * the tables beside it (old, tab, new). Types, lint and tests say whether a table was right; what was applied can be
 * deleted from it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import ts from 'typescript'

type Table = ReadonlyMap<string, string>

const text = /\.(ts|tsx|mjs|md|css|html|json|sql|sh|xml|yml|yaml|svg)$/
const code = /\.(ts|tsx|mjs)$/
const untouched = /(^|\/)(package-lock\.json|LICENSE|NOTICE)/
/** The parts of a camel-cased, snake-cased or plain word. */
const parts = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g

renameWords(readTable('spelling'))
renameIdentifiers(readTable('identifiers'))
renameFiles(readTable('files'))
renameFields(readTable('fields'))
renamePhrases(readTable('phrases'))

function readTable(name: string): Table {
  const lines = readFileSync(new URL(`./${name}.tsv`, import.meta.url), 'utf8').split('\n')
  return new Map(lines.filter(Boolean).map((line) => line.split('\t') as [string, string]))
}

function listFiles(pattern: RegExp): string[] {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  return files.filter((file) => pattern.test(file) && !untouched.test(file) && existsSync(file))
}

function edit(file: string, change: (content: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(file, after)
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('git', ['mv', from, to])
}

/** Spelling, wherever a word stands: in prose, in names, in paths. */
function renameWords(table: Table): void {
  const replace = (content: string) =>
    content.replace(parts, (word) => {
      const replacement = table.get(word.toLowerCase())
      return replacement === undefined ? word : inCaseOf(word, replacement)
    })
  for (const file of listFiles(text)) edit(file, replace)
  for (const file of listFiles(/./)) {
    const renamed = replace(file)
    if (renamed !== file) move(file, renamed)
  }
}

function inCaseOf(word: string, replacement: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return replacement.toUpperCase()
  return /^[A-Z]/.test(word) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement
}

/** Identifiers as the compiler sees them; strings and comments stay. Says where a new name was there before. */
function renameIdentifiers(table: Table): void {
  for (const file of listFiles(code)) {
    edit(file, (content) => {
      const found: { start: number; end: number; name: string }[] = []
      const present = new Set<string>()
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
          const isPrivate = ts.isPrivateIdentifier(node)
          const name = isPrivate ? node.text.slice(1) : node.text
          present.add(name)
          const replacement = table.get(name)
          if (replacement !== undefined)
            found.push({ start: node.getStart() + Number(isPrivate), end: node.getEnd(), name: replacement })
        }
        ts.forEachChild(node, visit)
      }
      const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
      visit(ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind))
      for (const name of new Set(found.map((each) => each.name)))
        if (present.has(name)) console.warn(`${file}: ${name} was there before`)
      return found
        .toSorted((a, b) => b.start - a.start)
        .reduce((changed, { start, end, name }) => changed.slice(0, start) + name + changed.slice(end), content)
    })
  }
}

/** Files, with every import and path that names them. */
function renameFiles(table: Table): void {
  const moves = new Map([...table].filter(([from, to]) => existsSync(from) && !existsSync(to)))
  for (const file of listFiles(text)) {
    const home = moves.get(file) ?? file
    edit(file, (content) => {
      const imports = code.test(file)
        ? content.replace(/(['"`])(\.{1,2}\/[^'"`\n]*?|@kept\/[^'"`\n]*?)\1/g, point)
        : content
      return [...moves].reduce((changed, [from, to]) => changed.replaceAll(from, to), imports)
    })

    function point(whole: string, quote: string, target: string): string {
      if (target.startsWith('@kept/')) {
        const [, name = '', ...rest] = target.split('/')
        const to = moves.get(`packages/${name}/src/${rest.join('/')}`)
        return to === undefined ? whole : `${quote}@kept/${name}/${to.slice(`packages/${name}/src/`.length)}${quote}`
      }
      const path = posix.join(posix.dirname(file), target)
      const to = moves.get(path)
      if (to === undefined && (home === file || !existsSync(path))) return whole
      const relative = posix.relative(posix.dirname(home), to ?? path)
      return `${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`
    }
  }
  for (const [from, to] of moves) move(from, to)
}

/** Columns and fields, which stand in SQL, JSON and code alike. */
function renameFields(table: Table): void {
  const names = [...table.keys()].toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![A-Za-z0-9_])(${names.join('|')})(?![A-Za-z0-9_])`, 'g')
  for (const file of listFiles(text))
    edit(file, (content) => content.replace(pattern, (name) => table.get(name) ?? name))
}

/** What a person reads, longest first. */
function renamePhrases(table: Table): void {
  const phrases = [...table].toSorted(([a], [b]) => b.length - a.length)
  for (const file of listFiles(/\.(ts|tsx|mjs|md|json)$/))
    edit(file, (content) => phrases.reduce((changed, [from, to]) => changed.replaceAll(from, to), content))
}

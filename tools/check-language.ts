/**
 * Refuses the words of `language/banned-words.ts` and British spellings, with the word to use instead, in every file of
 * the repository or in those given as arguments. `--count` prints how often each stands where, and passes.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type BannedWord, bannedNames, bannedWords, exceptions } from './language/banned-words.ts'
import { british } from './language/british.ts'
import { readTokens } from './language/tokens.ts'

interface Miss {
  file: string
  line: number
  word: string
  use: string
}

const readable = /\.(ts|tsx|mjs|md|css|html|yml|yaml)$/
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const files = named.length > 0 ? named : execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')

const byName = new Map(bannedNames.flatMap(({ names, use }) => names.map((name) => [name, use] as const)))
const bannedIn = { identifier: wordsIn('identifier'), text: wordsIn('text') }
const sentencePattern = new RegExp(`\\b(?:${[...bannedIn.text.keys()].join('|')})\\b`, 'gi')
const parts = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g

const misses = files.filter((file) => readable.test(file) && existsSync(file)).flatMap(checkFile)
if (process.argv.includes('--count')) countMisses(misses)
else report(misses)

function wordsIn(scope: BannedWord['in'][number]): Map<string, string> {
  const chosen = bannedWords.filter((banned) => banned.in.includes(scope))
  return new Map(chosen.flatMap(({ words, use }) => words.map((word) => [word, use] as const)))
}

function checkFile(file: string): Miss[] {
  const allowed = exceptions.filter(({ files: pattern }) => pattern.test(file))
  const isAllowed = (word: string) => allowed.some(({ words }) => words === 'all' || words.includes(word.toLowerCase()))
  const found: Miss[] = []
  const miss = (line: number, word: string, use: string) => {
    if (!isAllowed(word)) found.push({ file, line, word, use })
  }
  for (const { kind, value, line } of readTokens(file, readFileSync(file, 'utf8'))) {
    const names = kind === 'identifier'
    if (names) {
      const whole = byName.get(value)
      if (whole !== undefined) miss(line, value, whole)
      for (const part of value.match(parts) ?? []) {
        const use = bannedIn.identifier.get(part.toLowerCase())
        if (use !== undefined) miss(line, part, use)
      }
    } else
      for (const { 0: word, index } of value.matchAll(sentencePattern))
        miss(lineAt(value, line, index), word, bannedIn.text.get(word.toLowerCase()) ?? '')
    const spelled = names ? (value.match(parts) ?? []).join(' ') : value
    for (const { 0: word, index } of spelled.matchAll(british))
      miss(names ? line : lineAt(value, line, index), word, 'the American spelling')
  }
  return found
}

function lineAt(text: string, line: number, index: number): number {
  return line + text.slice(0, index).split('\n').length - 1
}

function countMisses(list: Miss[]): void {
  const counts = Map.groupBy(list, ({ word }) => word.toLowerCase())
  for (const [word, { length }] of [...counts].toSorted((a, b) => b[1].length - a[1].length)) console.log(length, word)
  console.log(`${list.length} in all`)
}

function report(list: Miss[]): void {
  for (const { file, line, word, use } of list.slice(0, 50)) console.error(`${file}:${line} "${word}": use ${use}.`)
  if (list.length > 50) console.error(`... and ${list.length - 50} more`)
  if (list.length > 0) process.exit(1)
  console.log(`language: ${files.length} files, no banned word`)
}

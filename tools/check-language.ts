/**
 * Refuses the words of `language/banned-words.ts` and British spellings, with the word to use instead, in every file of
 * the repository or in those given as arguments. `--count` prints how often each occurs, and passes.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findBannedWords, type Miss } from './language/find-banned-words.ts'

const readable = /\.(ts|tsx|mjs|md|css|html|yml|yaml)$/
/** More would scroll the first ones away. */
const MAX_PRINTED = 50

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const files = named.length > 0 ? named : execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const misses = files
  .filter((file) => readable.test(file) && existsSync(file))
  .flatMap((file) => findBannedWords(file, readFileSync(file, 'utf8')))
if (process.argv.includes('--count')) printCounts(misses)
else report(misses)

function printCounts(list: Miss[]): void {
  const counts = Map.groupBy(list, ({ word }) => word.toLowerCase())
  for (const [word, { length }] of [...counts].toSorted((a, b) => b[1].length - a[1].length)) console.log(length, word)
  console.log(`${list.length} in all`)
}

function report(list: Miss[]): void {
  for (const { file, line, word, use } of list.slice(0, MAX_PRINTED))
    console.error(`${file}:${line} "${word}": use ${use}.`)
  if (list.length > MAX_PRINTED) console.error(`... and ${list.length - MAX_PRINTED} more`)
  if (list.length > 0) process.exit(1)
  console.log(`language: ${files.length} files, no banned word`)
}

/** Finds banned words and British spellings in the text of one file. */
import { type BannedWord, bannedNames, bannedWords, exceptions } from './banned-words.ts'
import { british } from './british.ts'
import { readTokens } from './tokens.ts'

export interface Miss {
  file: string
  line: number
  word: string
  /** What to use instead. */
  use: string
}

const useByName = new Map(bannedNames.flatMap(({ names, use }) => names.map((name) => [name, use] as const)))
const identifierWords = useByWord('identifier')
const textWords = useByWord('text')
const sentencePattern = new RegExp(
  `\\b(?:${[...textWords.keys()].map((words) => words.replaceAll(' ', '\\s+')).join('|')})\\b`,
  'gi',
)
const parts = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g

/** Every occurrence, in the order of the tokens; `file` is the path in the repository, which decides on exceptions. */
export function findBannedWords(file: string, content: string): Miss[] {
  const allowed = exceptions.filter(({ files }) => files.test(file))
  const isAllowed = (word: string) => allowed.some(({ words }) => words === 'all' || words.includes(word.toLowerCase()))
  const misses: Miss[] = []
  const add = (line: number, word: string, use: string) => {
    if (!isAllowed(word)) misses.push({ file, line, word, use })
  }
  for (const { kind, value, line } of readTokens(file, content)) {
    if (kind === 'identifier') {
      const use = useByName.get(value)
      if (use !== undefined) add(line, value, use)
      const nameParts = value.match(parts) ?? []
      for (const part of nameParts) {
        const partUse = identifierWords.get(part.toLowerCase())
        if (partUse !== undefined) add(line, part, partUse)
      }
      for (const [word] of nameParts.join(' ').matchAll(british)) add(line, word, 'the American spelling')
    } else {
      for (const { 0: word, index } of value.matchAll(sentencePattern))
        add(lineOf(value, line, index), word, textWords.get(word.toLowerCase().replace(/\s+/g, ' ')) ?? '')
      for (const { 0: word, index } of value.matchAll(british))
        add(lineOf(value, line, index), word, 'the American spelling')
    }
  }
  return misses
}

function useByWord(scope: BannedWord['in'][number]): Map<string, string> {
  const chosen = bannedWords.filter((banned) => banned.in.includes(scope))
  return new Map(chosen.flatMap(({ words, use }) => words.map((word) => [word, use] as const)))
}

function lineOf(text: string, firstLine: number, index: number): number {
  return firstLine + text.slice(0, index).split('\n').length - 1
}

/** The map of OWASP's ASVS to what shows each requirement: whole, and true to the tests that are there. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { frameworks } from '@kept/engine/security/compliance/frameworks.ts'
import { expect, it } from 'vitest'

interface Requirement {
  id: string
  level: 1 | 2 | 3
  tests?: { file: string; name: string }[]
  by_construction?: string
  not_applicable?: string
  open?: string
}

const { requirements } = JSON.parse(readFileSync('docs/security/asvs.json', 'utf8')) as { requirements: Requirement[] }

it('has every requirement of levels 1 and 2 once, each with one answer', () => {
  expect(requirements.filter(({ level }) => level === 1).length).toBe(70)
  expect(requirements.filter(({ level }) => level === 2).length).toBe(183)
  const ids = requirements.map(({ id }) => id)
  expect(new Set(ids).size).toBe(requirements.length)
  const published = new Set(Object.keys(frameworks.asvs.titles))
  expect(ids.filter((id) => !published.has(id))).toEqual([])
  for (const { id, tests, by_construction, not_applicable, open } of requirements) {
    const answers = [tests?.length ? 'tests' : undefined, by_construction, not_applicable, open].filter(Boolean)
    expect(answers.length, id).toBe(1)
  }
})

it('has of level 3 only what does not concern Kept', () => {
  const highest = requirements.filter(({ level }) => level === 3)
  expect(highest.filter(({ not_applicable }) => not_applicable === undefined)).toEqual([])
  expect(highest.length).toBeGreaterThan(0)
})

it('names only tests that are there, by their names', () => {
  const missing = requirements.flatMap(({ id, tests = [] }) =>
    tests.filter(({ file, name }) => !isTest(file, name)).map(({ file, name }) => `${id}: ${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('names, for what has no test of its own, the mechanism and a file that is there', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  const missing = requirements.flatMap(({ id, by_construction: reason }) => {
    if (reason === undefined) return []
    const fileNames = reason.match(/[\w./-]*\w\.(?:tsx?|mjs|md|json)\b/g) ?? []
    if (fileNames.length === 0) return [`${id}: names no file`]
    return fileNames
      .filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))
      .map((name) => `${id}: ${name}`)
  })
  expect(missing).toEqual([])
})

it('would notice a test that is gone', () => {
  expect(isTest('tools/asvs.test.ts', 'a test that does not exist')).toBe(false)
})

/** A test's name is the text its `it` or `test` begins with. */
function isTest(file: string, name: string): boolean {
  if (!existsSync(file)) return false
  const declared = readFileSync(file, 'utf8').matchAll(
    /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(?:'([^'\n]+)'|"([^"\n]+)")/g,
  )
  return [...declared].some(([, single, double]) => (single ?? double) === name)
}

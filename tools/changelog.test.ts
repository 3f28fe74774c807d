import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8')
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }

test('the changelog begins with the version of package.json, and each version has a date or is in development', () => {
  const headings = changelog.split('\n').filter((line) => line.startsWith('## '))
  expect(headings[0]).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}, `))
  for (const heading of headings) expect(heading).toMatch(/^## \d+\.\d+\.\d+, (in development|\d{4}-\d{2}-\d{2})$/)
})

test('the changelog has the sections that readers know', () => {
  const sections = changelog.split('\n').filter((line) => line.startsWith('### '))
  for (const section of sections) expect(section).toMatch(/^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/)
})

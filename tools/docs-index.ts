/**
 * `docs/README.md` lists every document by its title, so that none is lost. Run it to write the list again;
 * `npm run check` fails when the list is not current, or when a decision is not titled "# 0001 What was decided".
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const index = 'docs/README.md'

/** Each folder of documents, with what is found there. */
const shelves = [
  { folder: 'docs', heading: 'Start here', intro: 'How Kept is built, and what its nouns mean.' },
  {
    folder: 'docs/guides',
    heading: 'Guides',
    intro: 'How a part of Kept works and how to use it: methods, formulas, limits. The website shows most of them.',
  },
  {
    folder: 'docs/security',
    heading: 'Security',
    intro: '`asvs.json` beside it answers each requirement of OWASP ASVS at levels 1 and 2 with its evidence.',
  },
  {
    folder: 'docs/decisions',
    heading: 'Decisions',
    intro:
      'What was decided, what else was considered, and why. A decision that changes gets a new paper. A number is given out before its paper is written; those that are missing here were not needed.',
  },
]

function makeIndex(): string {
  const sections = shelves.map(({ folder, heading, intro }) => {
    const rows = listDocuments(folder).map((file) => `- [${titleOf(file)}](${file.slice('docs/'.length)})`)
    return `## ${heading}\n\n${intro}\n\n${rows.join('\n')}\n`
  })
  return `# Documentation\n\n${sections.join('\n')}\nNew here? Read [CONTRIBUTING.md](../CONTRIBUTING.md) first.\n`
}

/** What is wrong with the list or with the title of a decision, one sentence each. */
export function checkIndex(): string[] {
  const stale = readFileSync(index, 'utf8') !== makeIndex()
  const untitled = listDocuments('docs/decisions').filter(
    (file) => !readFileSync(file, 'utf8').startsWith(`# ${basename(file).slice(0, 4)} `),
  )
  return [
    ...untitled.map((file) => `${file} does not start with its number and title, such as "# 0001 What was decided".`),
    ...(stale ? [`${index} is not current. Run "node tools/docs-index.ts".`] : []),
  ]
}

function listDocuments(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .toSorted()
    .map((file) => join(folder, file))
}

function titleOf(file: string): string {
  return (readFileSync(file, 'utf8').split('\n', 1)[0] ?? '').replace(/^#\s*/, '')
}

if (import.meta.main) writeFileSync(index, makeIndex())

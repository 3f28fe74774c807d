/** Every path that the documents name in code style must exist: a guide that lies is worse than none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkIndex } from './docs-index.ts'

const roots = ['packages', 'tools', 'bench', 'e2e', 'docs', '.ci']
const packageFolders = readdirSync('packages').map((name) => join('packages', name))
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...packageFolders.map((folder) => join(folder, 'README.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
].filter((file) => existsSync(file))

const missing: string[] = packageFolders
  .filter((folder) => !existsSync(join(folder, 'README.md')))
  .map((folder) => `${folder} has no README.md. Say in ten lines what it is for and where to start reading.`)
missing.push(...checkIndex())
let referenceCount = 0
for (const document of documents) {
  const text = readFileSync(document, 'utf8')
  const references = [...text.matchAll(/`([^`\s]+)`|\]\(([^)\s#]+)\)/g)].map((match) => match[1] ?? match[2] ?? '')
  for (const reference of references) {
    const path = reference.replace(/^\.\//, '').replace(/:\d+$/, '')
    const looksLikeOurs = roots.some((root) => path.startsWith(`${root}/`)) || /^(\.\.?\/).*\.md$/.test(reference)
    // Patterns with a placeholder (<name>, *, ..., 000N) say where something goes, not where it is.
    if (!looksLikeOurs || /[<*{]|\.\.\.|000N/.test(path)) continue
    referenceCount += 1
    const exists = existsSync(path) || existsSync(join(document, '..', reference))
    if (!exists) missing.push(`${document} names ${reference}, which does not exist.`)
  }
}
if (missing.length > 0) {
  console.error(missing.join('\n'))
  process.exit(1)
}
console.log(`docs: ${referenceCount} paths named in ${documents.length} documents, all there`)

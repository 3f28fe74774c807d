/** Nothing that can be seen is missing from the gallery, and nothing of the gallery is in what people load. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { galleryParts } from './gallery.ts'

const ui = fileURLToPath(new URL('../packages/ui/', import.meta.url))
const folders = ['controls', 'charts', 'form', 'table', 'toast', 'brand']

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx$/.test(entry.name) && !/\.test\.tsx$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** What other rooms may draw. A default export is drawn lazily by the component beside it, and seen through that. */
const components = folders
  .flatMap((folder) => filesBelow(join(ui, 'src', folder)))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name]) => name))
const gallery = filesBelow(join(ui, 'gallery'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

it('shows every component of the tableware', () => {
  expect(components.length).toBeGreaterThan(40)
  const missing = components.filter((name) => !new RegExp(`<${name}\\b`).test(gallery))
  expect(missing, 'draw it on a shelf of packages/ui/gallery, in every state it has').toEqual([])
})

it('names its parts as the pictures ask for them', () => {
  const frame = readFileSync(join(ui, 'gallery', 'Gallery.tsx'), 'utf8')
  for (const part of galleryParts) expect(frame).toMatch(new RegExp(`^ {2}${part}: \\[`, 'm'))
})

it('is not what people load', () => {
  const importers = ['web', 'site']
    .map((packageName) => fileURLToPath(new URL(`../packages/${packageName}/src`, import.meta.url)))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter((entry) => /from '[^']*ui\/gallery\//.test(readFileSync(join(entry.parentPath, entry.name), 'utf8')))
  expect(importers).toEqual([])
  // Where there is a build, it holds no word of it.
  const built = fileURLToPath(new URL('../packages/web/dist/assets', import.meta.url))
  const scripts = existsSync(built) ? readdirSync(built).filter((name) => name.endsWith('.js')) : []
  for (const name of scripts)
    expect(readFileSync(join(built, name), 'utf8')).not.toContain('many values: drawn on one canvas')
})

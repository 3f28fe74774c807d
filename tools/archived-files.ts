/** The files of an image or an archive: what .dockerignore lets through, of what git keeps. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths below `root`, sorted. */
export function archivedFiles(root: string): string[] {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && line !== '*' && !line.startsWith('#'))
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const left = lines.filter((line) => !line.startsWith('!')).map(leftOut)
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  return tracked
    .split('\0')
    .filter((file) => kept.some((path) => file === path || file.startsWith(`${path}/`)))
    .filter((file) => !left.some((isLeftOut) => isLeftOut(file)))
    .sort()
}

/** `**` + `/name` is a file or folder of that name anywhere; a name may begin with a star. */
function leftOut(pattern: string): (file: string) => boolean {
  const [, star, name] = /^\*\*\/(\*?)([^*]+)$/.exec(pattern) ?? []
  if (name === undefined) throw new Error(`.dockerignore has the pattern "${pattern}", which the archive cannot read.`)
  return (file) => file.split('/').some((part) => (star === '*' ? part.endsWith(name) : part === name))
}

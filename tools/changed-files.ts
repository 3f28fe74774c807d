import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Files that differ from the last commit, new ones included; undefined outside a git working copy. */
export function listChangedFiles(folder: string): string[] | undefined {
  const list = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.split('\0').filter(Boolean) : undefined
  }
  const changed = list('diff', '--name-only', '-z', '--diff-filter=d', 'HEAD')
  const added = list('ls-files', '--others', '--exclude-standard', '-z')
  if (!changed || !added) return undefined
  return [...changed, ...added].filter((file) => existsSync(`${folder}/${file}`))
}

/** Whether the last commit has the file. */
export function isCommitted(file: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `HEAD:${file}`]).status === 0
}

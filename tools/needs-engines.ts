/** Which tests of `store` and `server` start an engine or a complete Kept: those are integration tests, all others unit tests. */
import { globSync, readFileSync } from 'node:fs'

/** A world, a Kept, an engine or program of its own, or the modules that hold every feature. The domain starts nothing. */
const started =
  /(?<!@kept\/domain\/[\w/-]*)\/testing\/|testing\.ts'|\binject\b|Embedded|openTemporary|InProcess|\bspawn|execPath|(features|router|serve|main|pipeline|audited-routes)\.ts'/

/** By what the file itself names. One that is wrongly taken for a unit test finds no engine, and fails. */
export function needsEngines(file: string, text: string): boolean {
  // Modules are replaced for one file by the runner of the unit tests only.
  if (text.includes('vi.mock(')) return false
  // The commands read files into a warehouse of their own.
  return file.includes('/cli/') || started.test(text)
}

/** The tests that need none, by their paths. */
export function listPureTests(): string[] {
  return globSync('packages/{store,server}/src/**/*.test.ts').filter(
    (file) => !needsEngines(file, readFileSync(file, 'utf8')),
  )
}

/** `kept sbom`: the libraries Kept is installed with, and which of them have known vulnerabilities. */
import { readFileSync } from 'node:fs'
import { badInput } from '@kept/domain/errors.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { Command } from 'commander'
import { findVulnerabilities, readAdvisories } from '../../health/dependencies/advisories.ts'
import { readDependencies } from '../../health/dependencies/read-dependencies.ts'
import { cycloneDx, spdx } from '../../health/dependencies/write-sbom.ts'
import { keptVersion } from '../../platform/version.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  format: string
  advisories?: string[]
  dev?: boolean
  json?: boolean
}

export function sbomCommand(terminal: Terminal): Command {
  return new Command('sbom')
    .description('List the libraries of this installation (SBOM), or check them against advisories. Works offline')
    .option('--format <format>', 'cyclonedx or spdx', 'cyclonedx')
    .option('--advisories <files...>', 'files of OSV advisories (osv.dev); prints vulnerable libraries instead')
    .option('--dev', 'include libraries that only build and test Kept')
    .option('--json', 'with --advisories: print JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 no vulnerable library; 1 at least one; 2 the check failed.\n\nExamples:\n  kept sbom > kept.cdx.json\n  kept sbom --advisories npm-advisories.json',
    )
    .action(({ format, advisories, dev, json }: Options) => {
      if (format !== 'cyclonedx' && format !== 'spdx') throw badInput('--format is cyclonedx or spdx.')
      if (json && !advisories) throw badInput('--json belongs to --advisories: an SBOM is JSON already.')
      const dependencies = readDependencies().filter((dependency) => dev || !dependency.dev)
      if (advisories) {
        checkAdvisories(terminal, dependencies, advisories, json ?? false)
        return
      }
      const write = format === 'spdx' ? spdx : cycloneDx
      terminal.out(write({ dependencies, version: keptVersion(), createdAt: new Date() }))
    })
}

function checkAdvisories(
  terminal: Terminal,
  dependencies: ReturnType<typeof readDependencies>,
  paths: readonly string[],
  json: boolean,
): void {
  const advisories = readAdvisories(paths.map((path) => ({ text: readText(path), path })))
  const vulnerabilities = findVulnerabilities(dependencies, advisories)
  if (vulnerabilities.length > 0) process.exitCode = 1
  if (json) {
    const rows = vulnerabilities.map(({ dependency: { name, version }, advisory: { id, aliases, summary } }) => ({
      ...{ name, version, id, aliases, summary },
    }))
    const result = { libraries: dependencies.length, advisories: advisories.length, vulnerabilities: rows }
    terminal.out(`${JSON.stringify(result, null, 2)}\n`)
    return
  }
  for (const { dependency, advisory } of vulnerabilities) {
    const names = [advisory.id, ...advisory.aliases].join(', ')
    terminal.out(`${terminal.style('bad', `${dependency.name} ${dependency.version}`)} ${names}: ${advisory.summary}\n`)
  }
  const compared = `${counted(dependencies.length, 'library', 'libraries')}, ${counted(advisories.length, 'advisory', 'advisories')}`
  if (vulnerabilities.length === 0) terminal.out(`${terminal.style('good', 'No match.')} ${compared}.\n`)
  else terminal.out(`${vulnerabilities.length} found. ${compared}.\n`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw badInput(`Cannot read ${path}: ${messageOf(error)}.`)
  }
}

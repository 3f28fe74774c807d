/** The command line: `kept <command> ...`. Each command is one file; this one lists them. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { report } from './fail.ts'
import { openTerminal, type Terminal } from './terminal.ts'

export type MakeCommand = (terminal: Terminal) => Command

/** Each is loaded when it is asked for: whoever verifies a statement needs no server in memory. */
const commands: Record<string, () => Promise<MakeCommand>> = {
  analyse: async () => (await import('./analyse/command.ts')).analyseCommand,
  behaviour: async () => (await import('./behaviour/command.ts')).behaviourCommand,
  import: async () => (await import('./import/command.ts')).importCommand,
  cost: async () => (await import('./cost/command.ts')).costCommand,
  savings: async () => (await import('./savings/command.ts')).savingsCommand,
  loops: async () => (await import('./loops/command.ts')).loopsCommand,
  verify: async () => (await import('./verify/command.ts')).verifyCommand,
  anomalies: async () => (await import('./anomalies/command.ts')).anomaliesCommand,
  forecast: async () => (await import('./forecast/command.ts')).forecastCommand,
  'sample-bill': async () => (await import('./sample-bill/command.ts')).sampleBillCommand,
  watch: async () => (await import('./watch/command.ts')).watchCommand,
  newsletter: async () => (await import('./newsletter/command.ts')).newsletterCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
}

const terminal = openTerminal(process.stdout, process.stderr, process.env)
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

const program = new Command('kept')
  .description('Cloud cost optimisation: what was spent, to the cent, and where money leaks.')
  .version(manifest.version, '-V, --version', 'print the version')
  .helpOption('-h, --help', 'show this help')
  .showHelpAfterError('(add --help for what can be said)')
  .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
  .exitOverride()
const asked = commands[process.argv[2] ?? '']
for (const load of asked ? [asked] : Object.values(commands)) {
  program.addCommand(ruled((await load())(terminal)))
}

/** All end the same way, subcommands too: through this file, with exit code 2 for a mistake. */
function ruled(command: Command): Command {
  command.commands.forEach(ruled)
  return command.exitOverride().copyInheritedSettings(program)
}

// Whoever reads may have read enough: `kept ... | head` ends quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  await program.parseAsync(process.argv)
} catch (error) {
  process.exitCode = report(error, terminal)
}

/** Entry point of the command line. Each command is in its own folder. */
import { Command } from 'commander'
import { keptVersion } from '../platform/version.ts'
import { report } from './fail.ts'
import { openTerminal, type Terminal } from './terminal.ts'

type MakeCommand = (terminal: Terminal) => Command

/** Commands are loaded on demand, so that `kept verify` does not load the server. */
const commands: Record<string, () => Promise<MakeCommand>> = {
  analyze: async () => (await import('./analyze/command.ts')).analyzeCommand,
  behavior: async () => (await import('./behavior/command.ts')).behaviorCommand,
  import: async () => (await import('./import/command.ts')).importCommand,
  cost: async () => (await import('./cost/command.ts')).costCommand,
  explain: async () => (await import('./explain/command.ts')).explainCommand,
  savings: async () => (await import('./savings/command.ts')).savingsCommand,
  loops: async () => (await import('./loops/command.ts')).loopsCommand,
  verify: async () => (await import('./verify/command.ts')).verifyCommand,
  anomalies: async () => (await import('./anomalies/command.ts')).anomaliesCommand,
  forecast: async () => (await import('./forecast/command.ts')).forecastCommand,
  'sample-bill': async () => (await import('./sample-bill/command.ts')).sampleBillCommand,
  watch: async () => (await import('./watch/command.ts')).watchCommand,
  newsletter: async () => (await import('./newsletter/command.ts')).newsletterCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  backup: async () => (await import('./backup/command.ts')).backupCommand,
  restore: async () => (await import('./backup/restore-command.ts')).restoreCommand,
  warehouse: async () => (await import('./warehouse/command.ts')).warehouseCommand,
  sbom: async () => (await import('./sbom/command.ts')).sbomCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
}

/** British spellings are accepted as aliases. */
const spellings: Record<string, string> = { analyse: 'analyze', behaviour: 'behavior' }

const terminal = openTerminal(process.stdout, process.stderr, process.env)

const program = new Command('kept')
  .description('Cloud cost optimization. Analyze bills, find savings and verify them.')
  .version(keptVersion(), '-V, --version', 'Print the version')
  .helpOption('-h, --help', 'Show help')
  .showHelpAfterError('(run with --help to see the options)')
  .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
  .exitOverride()
const [runtime = '', script = '', command = '', ...rest] = process.argv
const name = spellings[command] ?? command
const requested = commands[name]
for (const load of requested ? [requested] : Object.values(commands)) {
  program.addCommand(withErrorHandling((await load())(terminal)))
}

/** Makes a command and its subcommands throw, so that all errors are reported here. */
function withErrorHandling(command: Command): Command {
  command.commands.forEach(withErrorHandling)
  return command.exitOverride().copyInheritedSettings(program)
}

// `kept ... | head` closes the pipe early; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  await program.parseAsync(requested ? [runtime, script, name, ...rest] : process.argv)
} catch (error) {
  process.exitCode = report(error, terminal)
}

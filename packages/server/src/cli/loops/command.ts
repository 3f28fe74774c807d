/** `kept loops <files...>`: runaway loops in telemetry files, without a server. */
import { iterationPriceSchema } from '@kept/domain/loop-price.ts'
import { loopRuleSchema } from '@kept/domain/loop-rule.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { parseExpression } from '@kept/engine/loops/expression/parse.ts'
import { Command } from 'commander'
import * as z from 'zod'
import { readJson } from '../savings/read-json.ts'
import type { Terminal } from '../terminal.ts'
import { printLoops } from './print.ts'
import { scanFiles } from './scan-files.ts'

interface Options {
  json?: boolean
  rules?: string
  prices?: string
}

export function loopsCommand(terminal: Terminal): Command {
  return new Command('loops')
    .description('find runaway loops in traces, metrics and events')
    .argument(
      '<files...>',
      'CSV, OTLP (JSON, protobuf), Jaeger, Zipkin, X-Ray, CloudTrail, Kubernetes events; also gzip',
    )
    .option('--json', 'print { loops, suspected, scanned } as JSON, and what stands behind each by its id')
    .option('--rules <file>', 'a JSON file with rules that replace the default ones')
    .option('--prices <file>', 'a JSON file with what one iteration uses and costs, for the cost impact')
    .addHelpText('after', help)
    .action(async (files: string[], options: Options) => {
      const rules =
        options.rules === undefined
          ? undefined
          : readBy(z.array(loopRuleSchema), await readJson(options.rules), 'The rules')
      // A wrong expression is said before an hour of telemetry has been read.
      for (const { expression } of rules ?? []) if (expression !== null) parseExpression(expression)
      const prices =
        options.prices === undefined
          ? []
          : readBy(z.array(iterationPriceSchema), await readJson(options.prices), 'The prices')
      const found = await scanFiles(files, { rules, prices })
      if (!options.json) {
        printLoops(terminal, found)
        return
      }
      const evidence = Object.fromEntries(
        [...found.loops, ...found.suspected].map(({ detection, evidence: behind, spans }) => [
          detection.id,
          { ...behind, spans },
        ]),
      )
      const answer = {
        loops: found.loops.map(({ detection }) => detection),
        suspected: found.suspected.map(({ detection }) => detection),
        scanned: found.scanned,
        evidence,
        dropped: found.dropped,
      }
      terminal.out(`${JSON.stringify(answer, null, 2)}\n`)
    })
}

const help = `
Examples:
  kept loops traces.csv.gz
  kept loops otlp.json metrics.csv k8s-events.json --json
What is looked for, and how sure it is, stands in docs/guides/loops.md.`

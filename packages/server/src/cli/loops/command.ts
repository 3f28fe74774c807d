/** `kept loops <files...>`: detects loops in telemetry files, without a server. */
import { badInput } from '@kept/domain/errors.ts'
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
  sampled?: number
}

export function loopsCommand(terminal: Terminal): Command {
  return new Command('loops')
    .description('Find runaway loops in traces, metrics and events')
    .argument(
      '<files...>',
      'CSV, OTLP (JSON, protobuf), Jaeger, Zipkin, X-Ray, CloudTrail, Kubernetes events; also gzip',
    )
    .option('--json', 'print { loops, suspected, scanned, evidence } as JSON')
    .option('--rules <file>', 'JSON file with rules that replace the default rules')
    .option('--prices <file>', 'JSON file with the usage and price of one iteration, to estimate cost')
    .option('--sampled <share>', 'share of traces that was kept, where they do not say it, for example 0.1', readShare)
    .addHelpText('after', help)
    .action(async (files: string[], options: Options) => {
      const rules =
        options.rules === undefined
          ? undefined
          : readBy(z.array(loopRuleSchema), await readJson(options.rules), 'The rules')
      // Invalid expressions fail before any telemetry is read.
      for (const { expression } of rules ?? []) if (expression !== null) parseExpression(expression)
      const prices =
        options.prices === undefined
          ? []
          : readBy(z.array(iterationPriceSchema), await readJson(options.prices), 'The prices')
      const scan = await scanFiles(files, { rules, prices, sampled: options.sampled })
      if (!options.json) {
        printLoops(terminal, scan)
        return
      }
      const evidence = Object.fromEntries(
        [...scan.loops, ...scan.suspected].map(({ detection, evidence: details, spans }) => [
          detection.id,
          { ...details, spans },
        ]),
      )
      const answer = {
        loops: scan.loops.map(({ detection }) => detection),
        suspected: scan.suspected.map(({ detection }) => detection),
        scanned: scan.scanned,
        evidence,
        dropped: scan.dropped,
      }
      terminal.out(`${JSON.stringify(answer, null, 2)}\n`)
    })
}

function readShare(text: string): number {
  const share = Number(text)
  if (!(share > 0 && share <= 1))
    throw badInput(`--sampled must be a share above 0 and at most 1, such as 0.1, not "${text}".`)
  return share
}

const help = `
Examples:
  kept loops traces.csv.gz
  kept loops otlp.json metrics.csv k8s-events.json --json
Guide: docs/guides/loops.md`

/** `kept savings ...`: runs the savings engine on JSON input. */
import { attributionInputSchema } from '@kept/domain/attribution.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { attribute } from '@kept/engine/savings/attribute.ts'
import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { readJson } from './read-json.ts'

export function savingsCommand(terminal: Terminal): Command {
  const savings = new Command('savings').description('Run the savings engine on your own data')
  savings
    .command('attribute')
    .description('Attribute savings to actions, from cells, actions and prices in a JSON file')
    .argument('<input>', 'JSON file, or - for standard input; a list of inputs returns a list of outputs')
    .addHelpText('after', attributeHelp)
    .action(async (path: string) => {
      const input = await readJson(path)
      const output = Array.isArray(input)
        ? input.map((item, index) => attribute(readBy(attributionInputSchema, item, `input ${index}`)))
        : attribute(readBy(attributionInputSchema, input, 'The input'))
      terminal.out(`${JSON.stringify(output, null, 2)}\n`)
    })
  return savings
}

const attributeHelp = `
Input:
  { "currency": "USD",
    "prices":  { "<sku>": "<unit price>" or [{ "from": <hour>, "price": "<unit price>" }] },
    "actions": [{ "id", "resource", "t": <hour>, "kind": "terminate" | "schedule" | "rightsize",
                  "fromSku"?, "toSku"?, "offHours"?: [<hour>...], "expires"?: <hour> }],
    "cells":   [{ "h": <hour>, "resource", "actualSku", "actualQty", "baseQty",
                  "ourCommitment"?: true, "rows"?: [{ "effectiveCost" }] }] }
  Hours are integers counted from any start; quantities and amounts are decimal strings.
Output:
  { "byAction": { "<id>": "<amount>" }, "rate", "base", "actual", "total" }, with nine decimals.
  base is the cost without the actions. actual is the cost with them: the effective cost, or the
  contracted cost where ourCommitment is false. total = base - actual = the sum of byAction + rate, exactly.
Guide: docs/guides/verified-savings.md

Example:
  kept savings attribute september.json`

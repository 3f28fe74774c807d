/** `kept savings ...`: the savings engine by itself. */
import { attributionInputSchema } from '@kept/domain/attribution.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { attribute } from '@kept/engine/savings/attribute.ts'
import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'
import { readJson } from './read-json.ts'

export function savingsCommand(terminal: Terminal): Command {
  const savings = new Command('savings').description(
    'the savings engine by itself, to hold against a model of your own',
  )
  savings
    .command('attribute')
    .description('say which action saved how much, from cells, actions and prices in a JSON file')
    .argument('<input>', 'a JSON file, or - for standard input; a list of inputs gives a list of outputs')
    .addHelpText('after', attributeHelp)
    .action(async (path: string) => {
      const input = await readJson(path)
      const output = Array.isArray(input)
        ? input.map((one, index) => attribute(readBy(attributionInputSchema, one, `input ${index}`)))
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
  Hours are integers on one clock of your own; quantities and money are decimal text.
Output:
  { "byAction": { "<id>": "<amount>" }, "rate", "base", "actual", "total" }, with nine decimals.
  base is what the cells would have cost without the actions, actual what they cost: the effective cost, or the
  contracted cost where ourCommitment is false. total = base - actual = the sum of byAction + rate, exactly.
The method is explained in docs/guides/verified-savings.md.

Example:
  kept savings attribute september.json`

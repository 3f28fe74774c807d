/** The fifth set: thirteen pairs, each a loop and its healthy twin; seven of them are held. */
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { concierge } from './concierge.ts'
import { deskBridge } from './desk-bridge.ts'
import { deviceCommands } from './device-commands.ts'
import { gatewayRing } from './gateway-ring.ts'
import { invoicesTopic } from './invoices-topic.ts'
import { labelPrinter } from './label-printer.ts'
import { meshRetries } from './mesh-retries.ts'
import { meterIntake } from './meter-intake.ts'
import { orderLines } from './order-lines.ts'
import { shelfSync } from './shelf-sync.ts'
import { snapshot } from './snapshot.ts'
import { tableStream } from './table-stream.ts'
import type { Twins } from './twin.ts'
import { twoScalers } from './two-scalers.ts'

const pairs: Twins[] = [
  ...[meshRetries, gatewayRing, deskBridge, deviceCommands, tableStream, snapshot],
  ...[orderLines, twoScalers, invoicesTopic, labelPrinter, concierge, shelfSync, meterIntake],
]

export const fifthLoops: ToolDefaultsClass[] = pairs.map(({ loop }) => loop)
export const fifthLookAlikes: ToolDefaultsClass[] = pairs.map(({ healthy }) => healthy)

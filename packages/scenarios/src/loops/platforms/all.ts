/** The sixth set: ten pairs from platforms, each a loop and its healthy twin; five of them are held. */
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import type { Twins } from '../twins/twin.ts'
import { channelBot } from './channel-bot.ts'
import { connectionPool } from './connection-pool.ts'
import { openHandles } from './open-handles.ts'
import { reconciler } from './reconciler.ts'
import { replicatedTables } from './replicated-tables.ts'
import { resolvers } from './resolvers.ts'
import { serverlessDatabase } from './serverless-database.ts'
import { serviceBus } from './service-bus.ts'
import { streamConsumers } from './stream-consumers.ts'
import { structuredAnswers } from './structured-answers.ts'

const pairs: Twins[] = [
  ...[streamConsumers, replicatedTables, serverlessDatabase, openHandles, structuredAnswers],
  ...[connectionPool, resolvers, channelBot, serviceBus, reconciler],
]

export const sixthLoops: ToolDefaultsClass[] = pairs.map(({ loop }) => loop)
export const sixthLookAlikes: ToolDefaultsClass[] = pairs.map(({ healthy }) => healthy)

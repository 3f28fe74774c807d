/** Every built-in detector. To add one: its file, and one line here. Custom patterns have their own expression. */
import { apiPolling } from './api-polling.ts'
import { autoScaling } from './auto-scaling.ts'
import { batchProcessing } from './batch-processing.ts'
import { circularDependency } from './circular-dependency.ts'
import { databaseQuery } from './database-query.ts'
import type { LoopDetector } from './define-detector.ts'
import { infiniteRetry } from './infinite-retry.ts'
import { memoryLeak } from './memory-leak.ts'
import { recursiveFunction } from './recursive-function.ts'
import { webhook } from './webhook.ts'

export const loopDetectors: LoopDetector[] = [
  recursiveFunction,
  infiniteRetry,
  circularDependency,
  memoryLeak,
  apiPolling,
  databaseQuery,
  autoScaling,
  webhook,
  batchProcessing,
]

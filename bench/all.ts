/** Every benchmark, in the order they are worth running. */
import { analyzeBenchmark } from './analyze.ts'
import { anomalyClassesBenchmark } from './anomaly-classes.ts'
import { auditBenchmark } from './audit.ts'
import { behaviorBenchmark } from './behavior.ts'
import { behaviorClassesBenchmark } from './behavior-classes.ts'
import { behaviorScreenBenchmark } from './behavior-screen.ts'
import type { Benchmark } from './benchmark.ts'
import { billingBenchmark } from './billing.ts'
import { costRhythmsBenchmark } from './cost-rhythms.ts'
import { cubeBenchmark } from './cube.ts'
import { dailyCostBenchmark } from './daily-cost.ts'
import { dashboardBenchmark } from './dashboard.ts'
import { forecastBillsBenchmark } from './forecast-bills.ts'
import { forecastClassesBenchmark } from './forecast-classes.ts'
import { forecastWorldsBenchmark } from './forecast-worlds.ts'
import { importBenchmark } from './import.ts'
import { killsBenchmark } from './kills.ts'
import { killsOfRestoresBenchmark } from './kills-restore.ts'
import { killsOfShardsBenchmark } from './kills-shards.ts'
import { ledgerBenchmark } from './ledger.ts'
import { liveBenchmark } from './live.ts'
import { loopWorldsBenchmark } from './loop-worlds.ts'
import { loopsBenchmark } from './loops.ts'
import { loopsThroughputBenchmark } from './loops-throughput.ts'
import { m4Benchmark } from './m4.ts'
import { motoBenchmark } from './moto.ts'
import { msCloudBenchmark } from './ms-cloud.ts'
import { nabBenchmark } from './nab.ts'
import { quietScopesBenchmark } from './quiet-scopes.ts'
import { rulesBenchmark } from './rules.ts'
import { savingsBenchmark } from './savings.ts'
import { savingsClassesBenchmark } from './savings-classes.ts'
import { scaleBenchmark } from './scale.ts'
import { screensBenchmark } from './screens.ts'
import { searchBenchmark } from './search.ts'
import { signInBenchmark } from './sign-in.ts'
import { soakBenchmark } from './soak.ts'
import { startBenchmark } from './start.ts'
import { syncBenchmark } from './sync.ts'
import { telemetryJournalBenchmark } from './telemetry-journal.ts'
import { verifyBenchmark } from './verify.ts'

export const benchmarks: Benchmark[] = [
  importBenchmark,
  analyzeBenchmark,
  cubeBenchmark,
  dashboardBenchmark,
  scaleBenchmark,
  startBenchmark,
  soakBenchmark,
  killsBenchmark,
  killsOfShardsBenchmark,
  killsOfRestoresBenchmark,
  rulesBenchmark,
  searchBenchmark,
  auditBenchmark,
  savingsBenchmark,
  savingsClassesBenchmark,
  ledgerBenchmark,
  billingBenchmark,
  verifyBenchmark,
  signInBenchmark,
  screensBenchmark,
  liveBenchmark,
  syncBenchmark,
  motoBenchmark,
  loopsBenchmark,
  loopWorldsBenchmark,
  loopsThroughputBenchmark,
  telemetryJournalBenchmark,
  behaviorBenchmark,
  behaviorClassesBenchmark,
  behaviorScreenBenchmark,
  nabBenchmark,
  msCloudBenchmark,
  dailyCostBenchmark,
  anomalyClassesBenchmark,
  costRhythmsBenchmark,
  quietScopesBenchmark,
  m4Benchmark,
  forecastBillsBenchmark,
  forecastClassesBenchmark,
  forecastWorldsBenchmark,
]

/** Every rule, in the order in which a tie is settled: the surer one first. A list can be read; a folder cannot. */
import { armArchitecture } from './arm-architecture.ts'
import { coldStorage } from './cold-storage.ts'
import { commitmentLapsed } from './commitment-lapsed.ts'
import { containerRequestsOversized } from './container-requests-oversized.ts'
import { crossRegionTransfer } from './cross-region-transfer.ts'
import { dataTransferOutlier } from './data-transfer-outlier.ts'
import { databaseStorageOversized } from './database-storage-oversized.ts'
import type { Rule } from './define-rule.ts'
import { developmentEndpointAlwaysOn } from './development-endpoint-always-on.ts'
import { diskPerformanceUnused } from './disk-performance-unused.ts'
import { duplicateTrail } from './duplicate-trail.ts'
import { emptyAppPlan } from './empty-app-plan.ts'
import { extendedSupport } from './extended-support.ts'
import { functionMemoryOversized } from './function-memory-oversized.ts'
import { gatewayWithoutConnections } from './gateway-without-connections.ts'
import { idleAppPlan } from './idle-app-plan.ts'
import { idleCache } from './idle-cache.ts'
import { idleCluster } from './idle-cluster.ts'
import { idleContainerService } from './idle-container-service.ts'
import { idleDatabase } from './idle-database.ts'
import { idleGpu } from './idle-gpu.ts'
import { idleInstance } from './idle-instance.ts'
import { idleLoadBalancer } from './idle-load-balancer.ts'
import { idleMlEndpoint } from './idle-ml-endpoint.ts'
import { idleNatGateway } from './idle-nat-gateway.ts'
import { idleNodePool } from './idle-node-pool.ts'
import { idlePublicAddress } from './idle-public-address.ts'
import { idleStream } from './idle-stream.ts'
import { idleWarehouse } from './idle-warehouse.ts'
import { interZoneTraffic } from './inter-zone-traffic.ts'
import { licenseInPrice } from './license-in-price.ts'
import { loadBalancerWithoutBackends } from './load-balancer-without-backends.ts'
import { loadBalancerWithoutRequests } from './load-balancer-without-requests.ts'
import { logIngestion } from './log-ingestion.ts'
import { logRetentionMissing } from './log-retention-missing.ts'
import { logStorageGrowing } from './log-storage-growing.ts'
import { multiZoneNonProduction } from './multi-zone-non-production.ts'
import { natGatewayProcessing } from './nat-gateway-processing.ts'
import { nonProductionAlwaysOn } from './non-production-always-on.ts'
import { oneDaySpike } from './one-day-spike.ts'
import { orphanedSnapshot } from './orphaned-snapshot.ts'
import { premiumDiskNonProduction } from './premium-disk-non-production.ts'
import { previousGenerationInstance } from './previous-generation-instance.ts'
import { previousGenerationVolume } from './previous-generation-volume.ts'
import { promptCaching } from './prompt-caching.ts'
import { rightsizeCache } from './rightsize-cache.ts'
import { rightsizeContainerService } from './rightsize-container-service.ts'
import { rightsizeDatabase } from './rightsize-database.ts'
import { rightsizeInstance } from './rightsize-instance.ts'
import { serviceGrowth } from './service-growth.ts'
import { shortLivedOnDemand } from './short-lived-on-demand.ts'
import { snapshotsGrowing } from './snapshots-growing.ts'
import { stoppedButBilled } from './stopped-but-billed.ts'
import { stoppedInstanceDisks } from './stopped-instance-disks.ts'
import { tableCapacityUnused } from './table-capacity-unused.ts'
import { tokenBatch } from './token-batch.ts'
import { unassociatedAddress } from './unassociated-address.ts'
import { unattachedVolume } from './unattached-volume.ts'
import { uncoveredOnDemand } from './uncovered-on-demand.ts'
import { untaggedSpend } from './untagged-spend.ts'
import { unusedCapacityReservation } from './unused-capacity-reservation.ts'
import { unusedCommitment } from './unused-commitment.ts'
import { unusedImage } from './unused-image.ts'
import { volumesWithoutMachines } from './volumes-without-machines.ts'

export const allRules: readonly Rule[] = [
  idlePublicAddress,
  unassociatedAddress,
  idleNatGateway,
  gatewayWithoutConnections,
  loadBalancerWithoutBackends,
  idleLoadBalancer,
  loadBalancerWithoutRequests,
  unusedCapacityReservation,
  unusedCommitment,
  commitmentLapsed,
  extendedSupport,
  duplicateTrail,
  emptyAppPlan,
  stoppedButBilled,
  unattachedVolume,
  stoppedInstanceDisks,
  idleInstance,
  idleGpu,
  idleDatabase,
  idleCache,
  idleWarehouse,
  idleMlEndpoint,
  idleStream,
  idleCluster,
  idleNodePool,
  idleContainerService,
  idleAppPlan,
  developmentEndpointAlwaysOn,
  nonProductionAlwaysOn,
  multiZoneNonProduction,
  volumesWithoutMachines,
  orphanedSnapshot,
  unusedImage,
  rightsizeInstance,
  rightsizeDatabase,
  rightsizeCache,
  containerRequestsOversized,
  rightsizeContainerService,
  functionMemoryOversized,
  tableCapacityUnused,
  diskPerformanceUnused,
  databaseStorageOversized,
  previousGenerationVolume,
  previousGenerationInstance,
  armArchitecture,
  premiumDiskNonProduction,
  shortLivedOnDemand,
  licenseInPrice,
  uncoveredOnDemand,
  coldStorage,
  snapshotsGrowing,
  logStorageGrowing,
  logRetentionMissing,
  logIngestion,
  promptCaching,
  tokenBatch,
  dataTransferOutlier,
  natGatewayProcessing,
  interZoneTraffic,
  crossRegionTransfer,
  serviceGrowth,
  oneDaySpike,
  untaggedSpend,
]

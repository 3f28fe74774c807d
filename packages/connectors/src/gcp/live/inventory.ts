/** What Kept lists in a project, by dataset. */

import { dataServicePorts } from './data-services.ts'
import { appsPort, clustersPort, endpointsPort } from './inventory/apps.ts'
import { computePort } from './inventory/compute.ts'
import { cachesPort, databasesPort } from './inventory/databases.ts'
import { networkPort } from './inventory/network.ts'
import { storagePort } from './inventory/storage.ts'
import { securityPorts } from './security.ts'

export const inventoryPorts = [
  computePort,
  networkPort,
  databasesPort,
  storagePort,
  appsPort,
  clustersPort,
  endpointsPort,
  cachesPort,
  ...securityPorts,
  ...dataServicePorts,
] as const

import { computeChecks } from './compute.ts'
import { databaseChecks } from './databases.ts'
import { networkAndIdentityChecks } from './network-and-identity.ts'
import { storageChecks } from './storage.ts'
import { trailChecks } from './trails.ts'

export const cloudChecks = [
  ...databaseChecks,
  ...storageChecks,
  ...computeChecks,
  ...networkAndIdentityChecks,
  ...trailChecks,
]

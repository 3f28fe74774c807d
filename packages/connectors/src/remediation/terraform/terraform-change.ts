/** What an order becomes in Terraform; of every kind that has a remedy, and a kind without it does not compile. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationKind, RemediationOrder } from '@kept/domain/remediation.ts'
import type { ChangesOfKinds, TerraformChange } from './change.ts'
import { awsMachines } from './changes/aws-machines.ts'
import { awsStorage } from './changes/aws-storage.ts'
import { azureChanges } from './changes/azure.ts'
import { gcpChanges } from './changes/gcp.ts'
import { kubernetesChanges } from './changes/kubernetes.ts'

const changes: ChangesOfKinds<RemediationKind> = {
  ...awsMachines,
  ...awsStorage,
  ...azureChanges,
  ...gcpChanges,
  ...kubernetesChanges,
}

/** A sentence where Terraform cannot express it, or where the resource's id names no resource. */
export function terraformChangeOf(order: RemediationOrder): TerraformChange | string {
  try {
    return changes[order.target.kind](order)
  } catch (error) {
    if (error instanceof KeptError) return error.message
    throw error
  }
}

/**
 * Which checks of security scans show a part of which requirement, by their IDs. No check shows all of a requirement:
 * procedures and people are shown by evidence.
 */
import type { FrameworkId } from '@kept/domain/compliance.ts'

const encryptedAtRest = [
  'database-encrypted',
  'volume-encrypted',
  'snapshot-encrypted',
  'bucket-encrypted',
  'warehouse-encrypted',
  'table-encrypted',
  'queue-encrypted',
]
const encryptedInTransit = ['load-balancer-encrypted', 'cache-encrypted']
const closedNetwork = [
  'database-not-public',
  'warehouse-not-public',
  'kubernetes-private-endpoint',
  'instance-no-public-address',
  'security-group-closed',
]
const notPublic = ['bucket-not-public', 'snapshot-not-public', 'image-not-public', 'function-not-public']
const secondFactors = ['admins-second-factor', 'users-second-factor', 'root-second-factor', 'cloud-user-second-factor']
const youngCredentials = ['api-keys-young', 'access-key-young', 'secret-rotated', 'storage-credentials-young']
const usedCredentials = ['api-keys-used', 'access-key-used', 'cloud-user-active', 'secret-used']
const leastPrivilege = ['few-admins', 'api-keys-few-scopes', 'no-raising-grants', 'instance-role']
const supported = ['function-supported-runtime', 'kubernetes-supported-version', 'database-minor-upgrades']
const backups = ['database-backed-up', 'database-deletion-protected', 'table-deletion-protected']
const logsProtected = ['audit-log-signed', 'trail-validated']
const logsRetained = ['log-retention-long-enough', 'log-retention-limited']

export const coverage: Readonly<Record<FrameworkId, Readonly<Record<string, readonly string[]>>>> = {
  'nist-800-53': {
    'AC-2': ['no-inactive-users', 'invitations-answered', 'second-admin', 'access-reviewed'],
    'AC-2(3)': ['no-inactive-users', 'cloud-user-active'],
    'AC-3': notPublic,
    'AC-5': ['no-raising-grants'],
    'AC-6': leastPrivilege,
    'AC-6(5)': ['few-admins', 'root-not-used'],
    'AC-6(7)': ['access-reviewed'],
    'AC-7': ['few-failed-sign-ins'],
    'AC-12': ['session-lifetime-policy'],
    'AC-17': ['api-key-addresses', 'security-group-closed'],
    'AU-2': ['trail-all-regions', 'bucket-access-logged'],
    'AU-4': ['log-retention-limited'],
    'AU-9': [...logsProtected, 'log-encrypted'],
    'AU-9(3)': logsProtected,
    'AU-11': ['log-retention-long-enough'],
    'CM-2': ['image-recent'],
    'CM-7': ['security-group-used', 'security-group-closed'],
    'CM-8': ['instance-owner'],
    'CP-9': backups,
    'CP-9(8)': ['snapshot-encrypted'],
    'CP-10': ['production-database-zones', 'bucket-versioned'],
    'IA-2': secondFactors,
    'IA-2(1)': ['admins-second-factor', 'root-second-factor'],
    'IA-2(2)': ['users-second-factor', 'cloud-user-second-factor'],
    'IA-4': ['api-keys-owned'],
    'IA-5': youngCredentials,
    'RA-5': ['repository-scanned'],
    'SA-22': supported,
    'SC-7': closedNetwork,
    'SC-8': encryptedInTransit,
    'SC-8(1)': encryptedInTransit,
    'SC-12': ['encryption-key-rotated'],
    'SC-17': ['certificate-valid'],
    'SC-28': encryptedAtRest,
    'SC-28(1)': encryptedAtRest,
    'SI-2': supported,
    'SI-4': ['few-failed-sign-ins'],
    'SI-12': ['bucket-lifecycle', 'snapshot-recent', 'log-retention-limited'],
  },
  soc2: {
    'CC6.1': [...secondFactors, ...encryptedAtRest, ...youngCredentials],
    'CC6.2': ['no-inactive-users', 'invitations-answered', 'access-reviewed'],
    'CC6.3': [...leastPrivilege, 'access-reviewed'],
    'CC6.6': [...closedNetwork, ...notPublic],
    'CC6.7': encryptedInTransit,
    'CC6.8': ['repository-scanned'],
    'CC7.1': supported,
    'CC7.2': ['few-failed-sign-ins', 'trail-all-regions', ...logsProtected],
    'CC7.5': backups,
    'A1.2': [...backups, 'production-database-zones'],
    'C1.1': encryptedAtRest,
    'C1.2': ['bucket-lifecycle', 'snapshot-recent', 'log-retention-limited'],
  },
  'iso-27001': {
    '5.9': ['instance-owner'],
    '5.15': [...notPublic, ...leastPrivilege],
    '5.16': ['no-inactive-users', 'api-keys-owned'],
    '5.17': youngCredentials,
    '5.18': ['no-inactive-users', ...usedCredentials, 'access-reviewed'],
    '8.2': ['few-admins', 'root-not-used', 'no-raising-grants'],
    '8.3': notPublic,
    '8.5': [...secondFactors, 'second-factor-policy'],
    '8.8': supported,
    '8.9': ['instance-metadata-tokens', 'image-recent'],
    '8.10': ['bucket-lifecycle', 'snapshot-recent'],
    '8.13': backups,
    '8.14': ['production-database-zones'],
    '8.15': [...logsProtected, ...logsRetained],
    '8.16': ['few-failed-sign-ins', 'trail-all-regions'],
    '8.20': closedNetwork,
    '8.24': [...encryptedAtRest, ...encryptedInTransit, 'encryption-key-rotated'],
  },
  // Requirements of Kept itself, which its own assessment answers: scans read an organization and its clouds.
  asvs: {},
  // All of them are about a public source code project: its repository, pipelines, releases and documents. Scans read none
  // of these, and a cloud that is well configured says nothing of the project.
  osps: {},
  'finos-ccc': {
    'CCC.Core.CN01': encryptedInTransit,
    'CCC.Core.CN02': encryptedAtRest,
    'CCC.Core.CN03': secondFactors,
    'CCC.Core.CN04': ['trail-all-regions', 'bucket-access-logged'],
    'CCC.Core.CN05': [...closedNetwork, ...notPublic],
    'CCC.Core.CN08': ['production-database-zones'],
    'CCC.Core.CN09': logsProtected,
    'CCC.Core.CN11': ['encryption-key-rotated'],
    'CCC.Core.CN13': ['certificate-valid'],
    'CCC.Core.CN14': ['database-backed-up'],
    'CCC.KeyMgmt.CN03': ['encryption-key-rotated'],
    'CCC.SecMgmt.CN01': ['secret-rotated'],
    'CCC.RDMS.CN03': ['database-backed-up'],
    'CCC.RDMS.CN05': ['snapshot-not-public'],
    'CCC.CntrReg.CN01': ['repository-scanned'],
    'CCC.IAM.CN06': ['access-key-young', 'api-keys-young'],
    'CCC.IAM.CN08': usedCredentials,
    'CCC.Logging.CN02': logsRetained,
    'CCC.K8S.CN01': ['kubernetes-private-endpoint'],
    'CCC.K8S.CN07': ['kubernetes-secrets-encrypted'],
    'CCC.K8S.CN09': ['kubernetes-supported-version'],
    'CCC.ObjStor.CN05': ['bucket-versioned'],
  },
}

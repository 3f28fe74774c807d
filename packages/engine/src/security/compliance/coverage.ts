/**
 * Which checks show a part of which requirement, with a short title of our own. No check shows all of a requirement:
 * procedures and people are shown by evidence.
 */
import type { FrameworkId } from '@kept/domain/compliance.ts'

interface Coverage {
  title: string
  /** IDs of checks of security scans. */
  checks: readonly string[]
}

const encryptedAtRest = [
  'database-encrypted',
  'volume-encrypted',
  'snapshot-encrypted',
  'bucket-encrypted',
  'warehouse-encrypted',
  'table-encrypted',
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
const leastPrivilege = ['few-admins', 'api-keys-few-scopes', 'no-raising-grants']
const supported = ['function-supported-runtime', 'kubernetes-supported-version', 'database-minor-upgrades']
const backups = ['database-backed-up', 'database-deletion-protected', 'table-deletion-protected']
const logsProtected = ['audit-log-signed', 'trail-validated']
const logsRetained = ['log-retention-long-enough', 'log-retention-limited']

export const coverage: Readonly<Record<FrameworkId, Readonly<Record<string, Coverage>>>> = {
  'nist-800-53': {
    'AC-2': {
      title: 'Accounts have owners and end',
      checks: ['no-inactive-users', 'invitations-answered', 'second-admin', 'access-reviewed'],
    },
    'AC-2(3)': { title: 'Inactive accounts are disabled', checks: ['no-inactive-users', 'cloud-user-active'] },
    'AC-3': { title: 'Access is enforced', checks: notPublic },
    'AC-5': { title: 'Duties are separated', checks: ['no-raising-grants'] },
    'AC-6': { title: 'Least privilege', checks: leastPrivilege },
    'AC-6(5)': { title: 'Few privileged accounts', checks: ['few-admins', 'root-not-used'] },
    'AC-6(7)': { title: 'Privileges are reviewed', checks: ['access-reviewed'] },
    'AC-7': { title: 'Failed sign-ins are limited', checks: ['few-failed-sign-ins'] },
    'AC-12': { title: 'Sessions end', checks: ['session-lifetime-policy'] },
    'AC-17': { title: 'Remote access is limited', checks: ['api-key-addresses', 'security-group-closed'] },
    'AU-2': { title: 'Events are logged', checks: ['trail-all-regions', 'bucket-access-logged'] },
    'AU-4': { title: 'Logs have room', checks: ['log-retention-limited'] },
    'AU-9': { title: 'Logs are protected', checks: [...logsProtected, 'log-encrypted'] },
    'AU-11': { title: 'Logs are retained', checks: ['log-retention-long-enough'] },
    'CM-2': { title: 'Current baselines', checks: ['image-recent'] },
    'CM-7': { title: 'Nothing unneeded', checks: ['security-group-used', 'security-group-closed'] },
    'CM-8': { title: 'Components have owners', checks: ['instance-owner'] },
    'CP-9': { title: 'Backups', checks: backups },
    'CP-9(8)': { title: 'Backups are encrypted', checks: ['snapshot-encrypted'] },
    'CP-10': { title: 'Recovery', checks: ['production-database-zones', 'bucket-versioned'] },
    'IA-2': { title: 'Users are identified', checks: secondFactors },
    'IA-2(1)': { title: 'Second factor of admins', checks: ['admins-second-factor', 'root-second-factor'] },
    'IA-2(2)': { title: 'Second factor of users', checks: ['users-second-factor', 'cloud-user-second-factor'] },
    'IA-4': { title: 'Identifiers have owners', checks: ['api-keys-owned'] },
    'IA-5': { title: 'Credentials are renewed', checks: youngCredentials },
    'RA-5': { title: 'Vulnerabilities are scanned', checks: ['repository-scanned'] },
    'SA-22': { title: 'Only supported components', checks: supported },
    'SC-7': { title: 'Boundaries are protected', checks: closedNetwork },
    'SC-8': { title: 'Transmission is protected', checks: encryptedInTransit },
    'SC-8(1)': { title: 'Transmission is encrypted', checks: encryptedInTransit },
    'SC-12': { title: 'Keys are managed', checks: ['encryption-key-rotated'] },
    'SC-17': { title: 'Certificates are valid', checks: ['certificate-valid'] },
    'SC-28': { title: 'Stored data is protected', checks: encryptedAtRest },
    'SC-28(1)': { title: 'Stored data is encrypted', checks: encryptedAtRest },
    'SI-2': { title: 'Flaws are fixed', checks: supported },
    'SI-4': { title: 'Systems are monitored', checks: ['few-failed-sign-ins'] },
    'SI-12': { title: 'Data ends', checks: ['bucket-lifecycle', 'snapshot-recent', 'log-retention-limited'] },
  },
  soc2: {
    'CC6.1': { title: 'Logical access', checks: [...secondFactors, ...encryptedAtRest, ...youngCredentials] },
    'CC6.2': {
      title: 'Users are registered and removed',
      checks: ['no-inactive-users', 'invitations-answered', 'access-reviewed'],
    },
    'CC6.3': { title: 'Roles and least privilege', checks: [...leastPrivilege, 'access-reviewed'] },
    'CC6.6': { title: 'Outside threats', checks: [...closedNetwork, ...notPublic] },
    'CC6.7': { title: 'Data in motion', checks: encryptedInTransit },
    'CC6.8': { title: 'Unwanted software', checks: ['repository-scanned'] },
    'CC7.1': { title: 'Weaknesses are found', checks: supported },
    'CC7.2': {
      title: 'Anomalies are monitored',
      checks: ['few-failed-sign-ins', 'trail-all-regions', ...logsProtected],
    },
    'CC7.5': { title: 'Recovery from incidents', checks: backups },
    'A1.2': { title: 'Backups and infrastructure', checks: [...backups, 'production-database-zones'] },
    'C1.1': { title: 'Confidential data is protected', checks: encryptedAtRest },
    'C1.2': {
      title: 'Confidential data ends',
      checks: ['bucket-lifecycle', 'snapshot-recent', 'log-retention-limited'],
    },
  },
  'iso-27001': {
    '5.9': { title: 'Assets have owners', checks: ['instance-owner'] },
    '5.15': { title: 'Access control', checks: [...notPublic, ...leastPrivilege] },
    '5.16': { title: 'Identities', checks: ['no-inactive-users', 'api-keys-owned'] },
    '5.17': { title: 'Credentials', checks: youngCredentials },
    '5.18': { title: 'Access rights end', checks: ['no-inactive-users', ...usedCredentials, 'access-reviewed'] },
    '8.2': { title: 'Privileged access', checks: ['few-admins', 'root-not-used', 'no-raising-grants'] },
    '8.3': { title: 'Restricted information', checks: notPublic },
    '8.5': { title: 'Secure sign-in', checks: [...secondFactors, 'second-factor-policy'] },
    '8.8': { title: 'Technical weaknesses', checks: supported },
    '8.9': { title: 'Configuration', checks: ['instance-metadata-tokens', 'image-recent'] },
    '8.10': { title: 'Data ends', checks: ['bucket-lifecycle', 'snapshot-recent'] },
    '8.13': { title: 'Backups', checks: backups },
    '8.14': { title: 'Redundancy', checks: ['production-database-zones'] },
    '8.15': { title: 'Logs', checks: [...logsProtected, ...logsRetained] },
    '8.16': { title: 'Monitoring', checks: ['few-failed-sign-ins', 'trail-all-regions'] },
    '8.20': { title: 'Networks', checks: closedNetwork },
    '8.24': { title: 'Cryptography', checks: [...encryptedAtRest, ...encryptedInTransit, 'encryption-key-rotated'] },
  },
  asvs: {},
  osps: {},
  'finos-ccc': {
    'CCC.Core.CN01': { title: 'Encrypted transmission', checks: encryptedInTransit },
    'CCC.Core.CN02': { title: 'Encrypted storage', checks: encryptedAtRest },
    'CCC.Core.CN03': { title: 'Second factor', checks: secondFactors },
    'CCC.Core.CN04': { title: 'Access is logged', checks: ['trail-all-regions', 'bucket-access-logged'] },
    'CCC.Core.CN05': { title: 'No access from outside', checks: [...closedNetwork, ...notPublic] },
    'CCC.Core.CN08': { title: 'More than one location', checks: ['production-database-zones'] },
    'CCC.Core.CN09': { title: 'Logs are intact', checks: logsProtected },
    'CCC.Core.CN13': { title: 'Certificates are renewed', checks: ['certificate-valid'] },
    'CCC.Core.CN14': { title: 'Recent backups', checks: ['database-backed-up'] },
    'CCC.KeyMgmt.CN03': { title: 'Keys rotate', checks: ['encryption-key-rotated'] },
    'CCC.SecMgmt.CN01': { title: 'Secrets rotate', checks: ['secret-rotated'] },
    'CCC.RDMS.CN03': { title: 'Database backups', checks: ['database-backed-up'] },
    'CCC.RDMS.CN05': { title: 'Snapshots are not shared', checks: ['snapshot-not-public'] },
    'CCC.IAM.CN06': { title: 'Credentials are young', checks: ['access-key-young', 'api-keys-young'] },
    'CCC.IAM.CN08': { title: 'Unused credentials end', checks: usedCredentials },
    'CCC.Logging.CN02': { title: 'Logs are retained', checks: logsRetained },
    'CCC.ObjStor.CN05': { title: 'Earlier versions are retained', checks: ['bucket-versioned'] },
  },
}

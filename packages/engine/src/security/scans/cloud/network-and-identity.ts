/** Networks, cloud users and their keys, secrets and certificates. */
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { dayAtStart } from '../day-at-start.ts'
import {
  type InventoryCheck,
  isAtLeast,
  isFlag,
  isValue,
  isWithinDays,
  isYoungerThan,
  requiresAttribute,
} from '../inventory-check.ts'
import { kinds } from './kinds.ts'

/** CIS benchmarks and providers rotate long-lived credentials after 90 days. */
const CREDENTIAL_DAYS = 90
const ROTATION_DAYS = 365
const CERTIFICATE_DAYS = 30
/** SSH, RDP and databases. */
const sensitivePorts = [22, 3389, 1433, 3306, 5432, 6379, 27_017, 9200]

/** "22", "8000-8100", "all" or "none"; undefined for anything else, such as "tcp". */
function isSensitive(ports: string): boolean | undefined {
  if (ports === 'all') return true
  if (ports === 'none') return false
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(ports) ?? []
  if (from === undefined) return undefined
  return sensitivePorts.some((port) => port >= Number(from) && port <= Number(to))
}

/** One sensitive port is enough to fail; what cannot be read may hide one. */
function isClosed(value: string): boolean | undefined {
  const opened = value
    .trim()
    .split(/[\s,]+/)
    .map(isSensitive)
  if (opened.includes(true)) return false
  return opened.includes(undefined) ? undefined : true
}

export const networkAndIdentityChecks: readonly InventoryCheck[] = [
  {
    id: 'security-group-closed',
    title: 'No security group opens administration or databases to everyone',
    severity: 'critical',
    kind: kinds.securityGroup,
    ...isValue('open_ports', isClosed),
  },
  {
    id: 'security-group-used',
    title: 'Every security group is used',
    severity: 'low',
    kind: kinds.securityGroup,
    // Each network has a default group, which cannot be deleted; a firewall rule has no members.
    appliesTo: ({ type, attributes: { is_default } }) => is_default !== 'true' && !/^firewall rule$/i.test(type),
    ...isAtLeast('members', 1),
  },
  {
    id: 'load-balancer-encrypted',
    title: 'Public load balancers accept only encrypted connections',
    severity: 'high',
    kind: kinds.loadBalancer,
    // A gateway load balancer passes everything to appliances.
    appliesTo: ({ attributes: { scheme, kind } }) => scheme !== 'internal' && kind !== 'gateway',
    ...isFlag('tls_only'),
  },
  {
    id: 'load-balancer-has-targets',
    title: 'Every load balancer has targets',
    severity: 'low',
    kind: kinds.loadBalancer,
    // One that redirects needs none.
    appliesTo: ({ attributes: { answers_itself } }) => answers_itself !== 'true',
    ...isAtLeast('backends', 1),
  },
  {
    id: 'address-used',
    title: 'Every public address is attached',
    severity: 'low',
    kind: kinds.address,
    requires: 'its state',
    evaluate({ state, relations }) {
      if (relations.length > 0) return true
      return state === '' ? undefined : !/unassociated|unattached|available|reserved/.test(state)
    },
  },
  {
    id: 'access-key-young',
    title: `Cloud access keys are at most ${CREDENTIAL_DAYS} days old`,
    severity: 'high',
    kind: kinds.accessKey,
    ...isYoungerThan(CREDENTIAL_DAYS),
  },
  {
    id: 'access-key-used',
    title: `Every cloud access key was used in the last ${CREDENTIAL_DAYS} days`,
    severity: 'medium',
    kind: kinds.accessKey,
    ...isWithinDays('last_used', CREDENTIAL_DAYS),
  },
  {
    id: 'cloud-user-second-factor',
    title: 'Cloud users have a second factor',
    severity: 'high',
    kind: kinds.user,
    // A user without a password signs in with keys only.
    appliesTo: ({ attributes: { console_access } }) => console_access !== 'false',
    ...isFlag('mfa'),
  },
  {
    id: 'cloud-user-active',
    title: `Every cloud user was active in the last ${CREDENTIAL_DAYS} days`,
    severity: 'medium',
    kind: kinds.user,
    ...isWithinDays('last_used', CREDENTIAL_DAYS),
  },
  {
    id: 'root-second-factor',
    title: 'The root user of every account has a second factor',
    severity: 'critical',
    kind: kinds.account,
    ...isFlag('root_mfa'),
  },
  {
    id: 'root-not-used',
    title: `No root user was active in the last ${CREDENTIAL_DAYS} days`,
    severity: 'high',
    kind: kinds.account,
    ...requiresAttribute('root_last_used'),
    evaluate({ attributes: { root_last_used: used } }, { today }) {
      if (used?.toLowerCase() === 'never') return true
      const day = dayAtStart(used)
      return day === undefined ? undefined : daysBetween(day, today) > CREDENTIAL_DAYS
    },
  },
  {
    id: 'secret-used',
    title: `Every stored secret was read in the last ${CREDENTIAL_DAYS} days`,
    severity: 'low',
    kind: kinds.secret,
    ...isWithinDays('last_used', CREDENTIAL_DAYS),
  },
  {
    id: 'secret-rotated',
    title: 'Stored secrets were changed within a year',
    severity: 'medium',
    kind: kinds.secret,
    ...requiresAttribute('last_rotated'),
    evaluate(row, context) {
      const isRotated = isWithinDays('last_rotated', ROTATION_DAYS).evaluate(row, context)
      if (isRotated !== undefined) return isRotated
      if (isYoungerThan(ROTATION_DAYS).evaluate(row, context)) return true
      // Of AWS alone. What may have been its tags says nothing, but no change at all is no rotation.
      if (!('last_changed' in row.attributes)) return undefined
      const isChanged = isWithinDays('last_changed', ROTATION_DAYS).evaluate(row, context)
      return isChanged === false ? false : undefined
    },
  },
  {
    id: 'encryption-key-rotated',
    title: 'Encryption keys rotate by themselves',
    severity: 'medium',
    kind: kinds.encryptionKey,
    ...isFlag('rotation'),
  },
  {
    id: 'certificate-valid',
    title: `Certificates are valid for more than ${CERTIFICATE_DAYS} days`,
    severity: 'high',
    kind: kinds.certificate,
    ...requiresAttribute('expires_at'),
    evaluate({ attributes: { expires_at: expiry } }, { today }) {
      const day = dayAtStart(expiry)
      return day === undefined ? undefined : daysBetween(today, day) > CERTIFICATE_DAYS
    },
  },
]

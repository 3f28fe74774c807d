/**
 * Security alerts: the audit events that people with an open screen see at once, and that alert rules send to people who
 * are not looking.
 */
import type { AlertSeverity } from './alert-labels.ts'

interface SecurityAlert {
  severity: AlertSeverity
  /** What to do, as one sentence. */
  advice: string
  /** Raised only when someone has permissions that they did not have before. */
  needsGain?: true
  /** One attacker tries many accounts: all of them are one incident. Other alerts are one for each subject. */
  isOneIncident?: true
}

const checkGain = 'If you did not expect it, take the permissions back and ask who changed them.'
const checkEntry = 'If you did not expect it, disable the user and ask who let them in.'
const checkProvider = 'If you did not expect it, turn the provider off and ask who changed it.'

/** By the action of the audit event. */
const securityAlerts = {
  'session.hijack_suspected': {
    severity: 'high',
    advice: 'The session was ended. Ask the user, and have the password changed.',
  },
  'session.new_device': {
    severity: 'medium',
    advice: 'If the user does not recognize it, end the session and have the password changed.',
  },
  'session.brute_force': {
    severity: 'high',
    advice: 'Sign-ins are refused for a while. Require a second factor, and allow only your own networks.',
    isOneIncident: true,
  },
  'api_key.created': { severity: 'low', advice: 'If you did not expect it, revoke the key.' },
  'api_key.used_from_new_network': {
    severity: 'medium',
    advice: 'If the network is not yours, revoke the key, and limit the next one to your addresses.',
  },
  'membership.role_changed': { severity: 'high', advice: checkGain, needsGain: true },
  'membership.permissions_changed': { severity: 'high', advice: checkGain, needsGain: true },
  // Of someone who may do more than a user.
  'membership.joined': { severity: 'high', advice: checkEntry, needsGain: true },
  'membership.enabled': { severity: 'high', advice: checkEntry, needsGain: true },
  'membership.restored': { severity: 'high', advice: checkEntry, needsGain: true },
  // Both change the permissions of those who have them.
  'custom_role.updated': { severity: 'high', advice: checkGain, needsGain: true },
  'group_roles.changed': { severity: 'high', advice: checkGain, needsGain: true },
  // Each lets someone else say who a user is.
  'identity_provider.added': { severity: 'high', advice: checkProvider },
  'identity_provider.changed': { severity: 'high', advice: checkProvider },
  // Who signs in with it is kept out, and no longer provisioned: leavers keep their access.
  'identity_provider.removed': {
    severity: 'medium',
    advice: 'If you did not expect it, add the provider again and ask who removed it.',
  },
  'scim_token.revoked': {
    severity: 'medium',
    advice:
      'Users who leave are no longer deactivated. If you did not expect it, create a token and ask who revoked it.',
  },
  'scim_token.created': {
    severity: 'high',
    advice: 'If you did not expect it, revoke the token and ask who created it.',
  },
  'security_policy.weakened': {
    severity: 'high',
    advice: 'If you did not expect it, set the policy as it was and ask who changed it.',
  },
  'security_incident.opened': { severity: 'high', advice: 'Open the incident and name who is in command.' },
  'security_scan.regressed': { severity: 'high', advice: 'Open the scan, and fix what its checks found.' },
  'audit_log.broken': {
    severity: 'critical',
    advice: 'Keep the latest export of the log and its checkpoints, and find out who can write to the database.',
  },
  'audit_stream.created': { severity: 'medium', advice: 'If the destination is not yours, delete the stream.' },
  'audit_stream.failing': {
    severity: 'high',
    advice: 'Check the destination of the stream. Nothing is lost meanwhile.',
  },
} as const satisfies Record<string, SecurityAlert>

/** Undefined for actions that raise no alert. */
export function securityAlertOf(action: string): SecurityAlert | undefined {
  return Object.hasOwn(securityAlerts, action) ? securityAlerts[action as keyof typeof securityAlerts] : undefined
}

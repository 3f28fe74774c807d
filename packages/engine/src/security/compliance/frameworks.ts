/** The frameworks: which requirements they have, in which groups. Groups have short labels of our own. */
import type { FrameworkId } from '@kept/domain/compliance.ts'
import {
  cccIdentifiers,
  iso27001Identifiers,
  nistIdentifiers,
  ospsIdentifiers,
  soc2Identifiers,
} from './identifiers.ts'

interface Framework {
  title: string
  /** Empty where the identifiers come from elsewhere: those of ASVS from Kept's own assessment. */
  identifiers: readonly string[]
  /** The group of an identifier, by the part of it that `groupKey` returns. */
  groups: Readonly<Record<string, string>>
  groupKey(identifier: string): string
}

const firstPart = (separator: string | RegExp) => (identifier: string) => identifier.split(separator)[0] ?? ''

export const frameworks: Readonly<Record<FrameworkId, Framework>> = {
  'nist-800-53': {
    title: 'NIST SP 800-53 revision 5, low and moderate baselines',
    identifiers: nistIdentifiers,
    groupKey: firstPart('-'),
    groups: {
      AC: 'Access',
      AT: 'Training',
      AU: 'Audit',
      CA: 'Assessment',
      CM: 'Configuration',
      CP: 'Continuity',
      IA: 'Identity',
      IR: 'Incidents',
      MA: 'Maintenance',
      MP: 'Media',
      PE: 'Premises',
      PL: 'Planning',
      PS: 'Staff',
      RA: 'Risk',
      SA: 'Acquisition',
      SC: 'Systems and network',
      SI: 'Integrity',
      SR: 'Supply chain',
    },
  },
  soc2: {
    title: 'SOC 2 trust services criteria',
    identifiers: soc2Identifiers,
    groupKey: firstPart('.'),
    groups: {
      CC1: 'Governance',
      CC2: 'Communication',
      CC3: 'Risk',
      CC4: 'Monitoring',
      CC5: 'Control activities',
      CC6: 'Access',
      CC7: 'Operations',
      CC8: 'Changes',
      CC9: 'Mitigation',
      A1: 'Availability',
      C1: 'Confidentiality',
      PI1: 'Processing',
    },
  },
  'iso-27001': {
    title: 'ISO/IEC 27001:2022, Annex A',
    identifiers: iso27001Identifiers,
    groupKey: firstPart('.'),
    groups: { 5: 'Organization', 6: 'People', 7: 'Premises', 8: 'Technology' },
  },
  asvs: {
    title: 'OWASP ASVS 5.0.0, levels 1 and 2, of this version of Kept',
    identifiers: [],
    groupKey: firstPart('.'),
    groups: {
      1: 'Encoding',
      2: 'Business logic',
      3: 'Web frontend',
      4: 'API',
      5: 'Files',
      6: 'Sign-in',
      7: 'Sessions',
      8: 'Authorization',
      9: 'Tokens',
      10: 'OAuth',
      11: 'Cryptography',
      12: 'Connections',
      13: 'Configuration',
      14: 'Data',
      15: 'Code',
      16: 'Logs and errors',
      17: 'WebRTC',
    },
  },
  osps: {
    title: 'OpenSSF OSPS Baseline',
    identifiers: ospsIdentifiers,
    groupKey: (identifier) => identifier.split('-')[1] ?? '',
    groups: {
      AC: 'Access',
      BR: 'Build and release',
      DO: 'Documentation',
      GV: 'Governance',
      LE: 'Licenses',
      QA: 'Quality',
      SA: 'Design',
      VM: 'Vulnerabilities',
    },
  },
  'finos-ccc': {
    title: 'FINOS Common Cloud Controls',
    identifiers: cccIdentifiers,
    groupKey: (identifier) => identifier.split('.')[1] ?? '',
    groups: {},
  },
}

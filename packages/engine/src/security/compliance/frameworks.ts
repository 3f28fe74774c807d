/** The frameworks: which requirements they have, in which groups. Groups have short labels of our own. */
import type { FrameworkId } from '@kept/domain/compliance.ts'
import { asvsTitles1To8 } from './titles/asvs-1-to-8.ts'
import { asvsTitles9To17 } from './titles/asvs-9-to-17.ts'
import { finosCccTitles } from './titles/finos-ccc.ts'
import { iso27001Titles } from './titles/iso-27001.ts'
import { nistTitlesAcToIr } from './titles/nist-ac-to-ir.ts'
import { nistTitlesMaToSr } from './titles/nist-ma-to-sr.ts'
import { ospsTitles } from './titles/osps.ts'
import { soc2Titles } from './titles/soc2.ts'

interface Framework {
  title: string
  /** The title of each requirement by its identifier, in the order of the framework. */
  titles: Readonly<Record<string, string>>
  /** What is said of a requirement that neither a check nor an assessment covers, where there is more to say. */
  uncoveredDetail?: string
  /** The group of an identifier, by the part of it that `groupKey` returns. */
  groups: Readonly<Record<string, string>>
  groupKey(identifier: string): string
}

const firstPart = (separator: string | RegExp) => (identifier: string) => identifier.split(separator)[0] ?? ''

export const frameworks: Readonly<Record<FrameworkId, Framework>> = {
  'nist-800-53': {
    title: 'NIST SP 800-53 revision 5, all baselines',
    titles: { ...nistTitlesAcToIr, ...nistTitlesMaToSr },
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
      PM: 'Program',
      PS: 'Staff',
      PT: 'Personal data',
      RA: 'Risk',
      SA: 'Acquisition',
      SC: 'Systems and network',
      SI: 'Integrity',
      SR: 'Supply chain',
    },
  },
  soc2: {
    title: 'SOC 2 trust services criteria',
    titles: soc2Titles,
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
      P1: 'Privacy',
      P2: 'Privacy',
      P3: 'Privacy',
      P4: 'Privacy',
      P5: 'Privacy',
      P6: 'Privacy',
      P7: 'Privacy',
      P8: 'Privacy',
    },
  },
  'iso-27001': {
    title: 'ISO/IEC 27001:2022, Annex A',
    titles: iso27001Titles,
    groupKey: firstPart('.'),
    groups: { 5: 'Organization', 6: 'People', 7: 'Premises', 8: 'Technology' },
  },
  asvs: {
    title: 'OWASP ASVS 5.0.0, levels 1 to 3, of this version of Kept',
    uncoveredDetail: 'The assessment of this version of Kept does not cover this, so only evidence shows it.',
    titles: { ...asvsTitles1To8, ...asvsTitles9To17 },
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
    uncoveredDetail: 'No check reads the repository of a project, so only evidence shows this.',
    titles: ospsTitles,
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
    titles: finosCccTitles,
    groupKey: (identifier) => identifier.split('.')[1] ?? '',
    groups: {
      GenAI: 'Generative AI',
      MLDE: 'Notebooks',
      MARefArc: 'AI agents',
      Message: 'Messages',
      SvlsComp: 'Functions',
      Core: 'All services',
      KeyMgmt: 'Keys',
      SecMgmt: 'Secrets',
      RDMS: 'Databases',
      Vector: 'Vector databases',
      DataWar: 'Data warehouses',
      Build: 'Builds',
      CntrReg: 'Container images',
      IAM: 'Identity',
      AuditLog: 'Audit logs',
      Logging: 'Logs',
      Monitor: 'Monitoring',
      LB: 'Load balancers',
      VPC: 'Networks',
      K8S: 'Kubernetes',
      ObjStor: 'Object storage',
    },
  },
}

import { defineRule } from './define-rule.ts'
import { nameOf } from './reading/labels.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'

const license =
  /\bvCPU VM Licen[sc]e|VM Licen[sc]e|Windows Server.*Licen[sc]|SQL Server (?:Standard|Enterprise|Web).*(?:Licen[sc]|vCore|Core)|Licensing Fee for|\bRHEL\b.*Licen|SUSE.*Licen/i

/** Licenses paid by the hour that many companies own already. */
export const licenseInPrice = defineRule({
  id: 'license-in-price',
  title: 'License billed by the hour',
  description:
    'Windows and SQL Server licenses bill by the hour here. If you own licenses with Software Assurance, you can bring them (Azure Hybrid Benefit or similar) and pay only for the instance.',
  noun: { singular: 'license', plural: 'licenses' },
  providers: ['azure', 'aws', 'gcp'],
  needs: ['resource_usage'],
  thresholds: {
    owned: {
      label: 'Share of the license charge you save with your own licenses',
      value: 100,
      unit: '%',
      source: 'finops-toolkit: SQLVMsWithoutAHB; Microsoft: Azure Hybrid Benefit',
    },
  },
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, context) {
    const waste = wasteOnMeter(resource_usage, context, (row) => matchesUsage(row, license), {
      confidence: 0.5,
      part: 'license',
      // Only the customer knows how many unused licenses exist.
      minShare: 0,
      summary: ({ location, effective }) =>
        `${nameOf(location)} pays for a license by the hour: ${context.monthly(effective, location.currency)}.`,
      evidence: ({ rows }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Not on the bill', value: 'whether you own licenses with Software Assurance for it' },
      ],
      steps: [
        'Ask your license manager how many licenses with Software Assurance are unused.',
        'az vm update --ids <id> --license-type Windows_Server (SQL: az sql vm update --license-type AHUB).',
      ],
    })
    return { ...waste, skipReasons: [] }
  },
})

import { defineRule } from './define-rule.ts'
import { says } from './reading/says.ts'
import { wasteOnMeter } from './reading/waste-on-meter.ts'
import { nameOf } from './reading/words.ts'

const licence =
  /\bvCPU VM Licen[sc]e|VM Licen[sc]e|Windows Server.*Licen[sc]|SQL Server (?:Standard|Enterprise|Web).*(?:Licen[sc]|vCore|Core)|Licensing Fee for|\bRHEL\b.*Licen|SUSE.*Licen/i

/** Licences paid by the hour that many companies own already. */
export const licenceInPrice = defineRule({
  id: 'licence-in-price',
  title: 'Licence by the hour',
  explains:
    'Windows and SQL Server licences are charged by the hour here. Who owns licences with maintenance may bring them along (Azure Hybrid Benefit and its sisters) and pays the machine only.',
  noun: { one: 'licence', many: 'licences' },
  appliesTo: ['azure', 'aws', 'gcp'],
  needs: ['resource_use'],
  thresholds: {
    owned: {
      words: 'Share of the fee that goes when own licences are brought',
      value: 100,
      unit: '%',
      source: 'finops-toolkit: SQLVMsWithoutAHB; Microsoft: Azure Hybrid Benefit',
    },
  },
  effort: 'low',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, context) {
    const found = wasteOnMeter(resource_use, context, (row) => says(row, licence), {
      confidence: 0.5,
      part: 'licence',
      // Nobody but the customer knows how many licences are in the drawer.
      leastShare: 0,
      summary: ({ place, effective }) =>
        `${nameOf(place)} pays a licence by the hour: ${context.monthly(effective, place.currency)}.`,
      evidence: ({ rows }) => [
        { label: 'Meter', value: rows[0]?.meter || rows[0]?.description || '' },
        { label: 'Not in the bill', value: 'whether you own licences with maintenance for it' },
      ],
      steps: [
        'Ask whoever buys licences how many with Software Assurance are not in use.',
        'az vm update --ids <id> --license-type Windows_Server (SQL: az sql vm update --license-type AHUB).',
      ],
    })
    return { ...found, whyNot: [] }
  },
})

/** The feature pages about spend and savings. */
import type { FeaturePage } from './feature-page.ts'

export const featuresOfSpend: readonly FeaturePage[] = [
  {
    path: '/features/multi-cloud',
    name: 'Multi-cloud',
    title: 'Multi-cloud: every bill in one ledger',
    description:
      'AWS, Azure, Google Cloud, Oracle, Kubernetes and any FOCUS file in one set of columns, matched to each provider’s own total, currencies never mixed.',
    lead: 'Each provider has its own billing format. Kept converts them all to FOCUS, the open standard, and checks each total against the file before showing it.',
    picture: {
      name: 'costs',
      alt: 'The cost explorer of the demo organization, grouped by provider, with a chart by day and a table below.',
      caption: 'The Cost Explorer with three clouds and two currencies, in the demo organization.',
    },
    points: [
      {
        title: 'One format for all bills',
        description:
          'FOCUS 1.0 to 1.4, CUR and CUR 2.0, Azure actual and amortized, Google standard and detailed, Oracle, OpenCost, and any CSV with a column mapping.',
      },
      {
        title: 'To the cent, with a badge',
        description:
          'Rows read equal rows imported plus rows skipped, and each cost column adds up to the total of the file. If it does not, Kept explains the difference.',
      },
      {
        title: 'Currencies are never mixed',
        description:
          'Dollars are never added to euros, nor to a provider’s virtual units. A total in two currencies is two totals.',
      },
      {
        title: 'Imported ten times, counted once',
        description:
          'Providers send a month again and again. The latest complete import replaces the previous one in a single transaction.',
      },
      {
        title: 'Unknown is not zero',
        description:
          'What a bill does not contain stays unknown, per column and per source. A missing list price is never zero.',
      },
      {
        title: 'Straight from the bucket',
        description:
          'Kept reads S3, Google Cloud Storage and Azure containers. The documentation has a minimal policy for each.',
      },
    ],
    howItWorks: {
      title: 'How a bill is imported',
      steps: [
        'Kept recognizes the file by its content, never by its name.',
        'A column mapping becomes one SQL statement that processes all rows.',
        'Amounts and dates are validated. A row that cannot be read is skipped, with its line, column and reason.',
        'Kept reads the file a second time and compares the totals.',
        'Then the import becomes visible, all at once.',
      ],
    },
    limits: [
      'Kept reads bills as files. It does not call the providers’ cost APIs.',
      'Kubernetes costs are OpenCost estimates, and are shown as estimates.',
    ],
    more: [
      { name: 'FOCUS support', path: '/docs/focus' },
      { name: 'Reading bills', path: '/docs/bills' },
      { name: 'Integrations', path: '/integrations' },
    ],
  },
  {
    path: '/features/cost-optimization',
    name: 'Cost optimization',
    title: 'Cost optimization: recommendations with evidence',
    description:
      'Savings rules with thresholds, sources and evidence; estimates with a range; and a ledger in which you can recompute each saved dollar from your bill.',
    lead: 'Kept shows the evidence, the confidence and the risks of each recommendation and, after you act, whether your bill confirms the saving.',
    picture: {
      name: 'savings',
      alt: 'The savings screen of the demo organization: recommendations with estimates and ranges, and the evaluated rules.',
      caption: 'Recommendations in the demo organization. Each one opens its evidence.',
    },
    points: [
      {
        title: 'Evidence first',
        description: 'The cost lines, the metric, the threshold and its source are one click from every estimate.',
      },
      {
        title: 'A rule that found nothing says why',
        description:
          'For example: “Needs CPU metrics (212 of 400 instances have none).” You never get an empty list without a reason.',
      },
      {
        title: 'Use less, then pay less for the rest',
        description: 'Commitments are recommended for the usage that remains after waste is removed.',
      },
      {
        title: 'Money is counted once',
        description:
          'Two recommendations for one resource never add up to more than the resource costs. Alternatives are listed under the one that counts.',
      },
      {
        title: 'Verified on your bill',
        description:
          'A frozen baseline, the prices of the hour, and the metered cost line. Losses are netted, never clamped to zero.',
      },
      {
        title: 'Reversed if the resource comes back',
        description: 'If a resource comes back within 14 days, every saving booked for it is reversed.',
      },
    ],
    howItWorks: {
      title: 'From recommendation to verified saving',
      steps: [
        'Open: a rule estimates the saving and its confidence.',
        'Accepted: by a person, with a date.',
        'In progress: marked by a person, or seen on the bill.',
        'Verifying: no longer in the data, for up to 14 days.',
        'Verified: in the ledger, at its lower bound. Or reopened, and reversed.',
      ],
    },
    limits: [
      'Estimates are never billed. Only savings on the bill are.',
      'Rules that need utilization report nothing without metrics, and say which metrics are missing.',
    ],
    more: [
      { name: 'How savings are verified', path: '/docs/savings-method' },
      { name: 'Savings rules', path: '/docs/savings-rules' },
      { name: 'Pricing', path: '/pricing' },
    ],
  },
  {
    path: '/features/analytics',
    name: 'Analytics',
    title: 'Analytics: exact costs, tested forecasts',
    description:
      'Group and filter by any dimension of the bill, compare periods, find what drove a change, and forecast with intervals tested on your own history.',
    lead: 'Query every column of your bill at full precision. Forecast with intervals based on the errors the method made on your data.',
    picture: {
      name: 'dashboard',
      alt: 'The dashboard of the demo organization: thirty days of spend in one sentence, with the figures behind it.',
      caption: 'A one-sentence summary, with each figure one click from its evidence.',
    },
    points: [
      {
        title: 'Every view is a link',
        description:
          'The URL holds the metric, grouping, filters, dates and comparison. Share it, and others see the same view.',
      },
      {
        title: 'Full precision',
        description: 'Exact decimals from the file to the CSV. Table cells are rounded, downloads are not.',
      },
      {
        title: 'Anomalies by cause',
        description:
          'Alerts of nested scopes become one incident at the deepest scope that explains 80% of it, split into price and volume.',
      },
      {
        title: 'Forecasts with a backtest',
        description:
          'Several methods are tested on your history, and intervals come from their actual errors. The last twelve forecasts are shown too.',
      },
      {
        title: 'Gaps are visible',
        description:
          'A day without data is shown as missing, not as zero. A shortened list shows how many of how many items it contains.',
      },
      {
        title: 'Fast queries',
        description:
          'On ten million cost lines, a query takes tens of milliseconds. The benchmarks compare it with the bare database.',
      },
    ],
    howItWorks: {
      title: 'How anomalies are detected',
      steps: [
        'Every scope, from the organization to single resources, is compared with its own history.',
        'An alert requires four typical deviations and 10% of the expected cost.',
        'Charges on the first of the month are learned after two occurrences.',
        'Alerts with the same cause are grouped, and the excess is counted once.',
        'Your feedback (useful, expected, fixed) adjusts the threshold of that scope.',
      ],
    },
    limits: [
      'A scope needs three weeks of data before its first alert.',
      'Heavy-tailed series raise several times as many false alerts. Set a threshold in dollars to avoid them.',
    ],
    more: [
      { name: 'Anomalies and forecasts', path: '/docs/anomalies-and-forecasts' },
      { name: 'All benchmarks', path: '/blog/benchmarks' },
    ],
  },
]

/** What is spent and what is saved: three of the six. */
import type { FeaturePage } from './feature-page.ts'

export const featuresOfSpend: readonly FeaturePage[] = [
  {
    path: '/features/multi-cloud',
    name: 'Multi-cloud',
    title: 'Multi-cloud: every bill in one ledger',
    description:
      'AWS, Azure, Google Cloud, Oracle, Kubernetes and any FOCUS file in one set of columns, matched to each provider’s own total, currencies never mixed.',
    lead: 'Each provider bills in its own words. Kept reads all of them into one open shape, FOCUS, and checks each total against the file before it shows it.',
    picture: {
      name: 'costs',
      alt: 'The cost explorer of the demo organisation, grouped by provider, with a chart by day and a table below.',
      words: 'The explorer over three clouds and two currencies, in the demo organisation.',
    },
    points: [
      {
        title: 'One shape for all of them',
        words:
          'FOCUS 1.0 to 1.4, CUR and CUR 2.0, Azure actual and amortised, Google standard and detailed, Oracle, OpenCost, and any CSV with a column mapping.',
      },
      {
        title: 'To the cent, with a badge',
        words:
          'Rows read are rows kept plus rows set aside, and each cost column adds up to what the file says. Where it does not, the difference is explained.',
      },
      {
        title: 'Currencies stay apart',
        words:
          'Dollars are never added to euros, nor to a provider’s virtual units. A total in two currencies is two totals.',
      },
      {
        title: 'Delivered ten times, counted once',
        words:
          'Providers send a month again and again. The newest complete delivery takes the place of the former one in a single transaction.',
      },
      {
        title: 'Unknown is not zero',
        words: 'What a bill does not say is left unknown, per column and per source. No silent zeros in a list price.',
      },
      {
        title: 'Straight from the bucket',
        words:
          'S3, Google Cloud Storage and Azure containers are read by the engine itself; the smallest policy for each is written down.',
      },
    ],
    how: {
      title: 'From a file to a figure',
      steps: [
        'The file is recognised by its content, never by its name.',
        'A mapping, which is data, becomes one statement that the engine runs over all rows.',
        'Amounts and dates are checked; a row that cannot be read is kept aside with line, column and reason.',
        'The file is read a second time and its sums are compared.',
        'Only then does the delivery become visible, all of it at once.',
      ],
    },
    limits: [
      'Bills are read as files; Kept does not call the providers’ cost APIs.',
      'Kubernetes costs are those OpenCost estimates; they are shown as estimates.',
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
    title: 'Cost optimization: findings with evidence',
    description:
      'Savings rules with thresholds, sources and evidence; estimates with a range; and a ledger in which each saved dollar can be recomputed from your bill.',
    lead: 'A finding is a claim. Kept shows what it rests on, how sure it is, what could go wrong, and, once you acted, whether the bill agrees.',
    picture: {
      name: 'savings',
      alt: 'The savings screen of the demo organisation: findings with estimates and ranges, and the rules that looked.',
      words: 'Findings in the demo organisation; each opens its evidence beside it.',
    },
    points: [
      {
        title: 'Evidence first',
        words:
          'The lines of the bill, the metric, the threshold and where it comes from: behind every estimate, one click away.',
      },
      {
        title: 'A rule that found nothing says why',
        words: 'No CPU metric for 212 of 400 machines is an answer. An empty list without one is not.',
      },
      {
        title: 'Use less, then pay less for the rest',
        words: 'Commitments are proposed for what is left after waste, never for the waste itself.',
      },
      {
        title: 'Money is counted once',
        words:
          'Two findings on one machine do not add up to more than the machine costs. The rest name the one that counts.',
      },
      {
        title: 'Verified against the invoice',
        words:
          'A frozen baseline, the prices of the hour, and the metered line. Negatives are netted, never clamped to zero.',
      },
      {
        title: 'What comes back is taken back',
        words: 'A resource that returns within 14 days reverses everything booked for it.',
      },
    ],
    how: {
      title: 'The life of a saving',
      steps: [
        'Found: a rule states what, how much, how sure.',
        'Accepted: by somebody, with a day.',
        'Done: said by a person, or seen in the bill.',
        'Verifying: the data no longer show it, for 14 days.',
        'Verified: in the ledger, at its lower bound. Or regressed, and reversed.',
      ],
    },
    limits: [
      'Estimates are estimates; only what the bill shows is billed.',
      'Rules that need utilisation are silent without metrics, and say so.',
    ],
    more: [
      { name: 'How savings are verified', path: '/docs/savings-method' },
      { name: 'The catalogue of rules', path: '/docs/savings-rules' },
      { name: 'Pricing', path: '/pricing' },
    ],
  },
  {
    path: '/features/analytics',
    name: 'Analytics',
    title: 'Analytics: exact answers, honest forecasts',
    description:
      'Group and filter any dimension of the bill, compare periods, find what drove a change, and see ahead with bands that were tested on your own past.',
    lead: 'Ask anything of the bill and get every digit back. Look ahead, and get the range that the method really earned on your data.',
    picture: {
      name: 'dashboard',
      alt: 'The dashboard of the demo organisation: one sentence on thirty days of spend, with the figures behind it.',
      words: 'One sentence on top, the figures behind it, each one click from its evidence.',
    },
    points: [
      {
        title: 'A question is a link',
        words:
          'Measure, grouping, filters, days and comparison stand in the address. Send it, and the other person sees the same.',
      },
      {
        title: 'Exact to the last digit',
        words: 'Decimals from the file to the CSV. Cells round for the eye; the download does not.',
      },
      {
        title: 'Anomalies by cause',
        words:
          'Alerts of nested scopes become one incident at the deepest that explains four fifths of it, split into price and volume.',
      },
      {
        title: 'Forecasts with a backtest',
        words:
          'Several methods compete on your past; bands come from the errors they really made. The last twelve forecasts are shown beside it.',
      },
      {
        title: 'A gap is a gap',
        words:
          'A day without data is drawn as missing, not as zero, and a list that is capped says how many of how many.',
      },
      {
        title: 'Fast enough to think with',
        words:
          'On ten million lines a question takes tens of milliseconds; the figures stand beside the bare engine’s.',
      },
    ],
    how: {
      title: 'How an anomaly is told',
      steps: [
        'Every scope, from the organisation to single resources, is held against its own past.',
        'An alert needs four of its usual deviations and a tenth of what was expected.',
        'Charges of the first of a month are learnt after two of them.',
        'Alerts that share a cause are joined, and the excess is counted once.',
        'Your answer (useful, expected, fixed) moves the threshold of that scope.',
      ],
    },
    limits: [
      'Three weeks of learning before the first alert of a scope.',
      'Heavy-tailed series raise several times as many false alerts; a threshold in dollars is the remedy.',
    ],
    more: [
      { name: 'Anomalies and forecasts', path: '/docs/anomalies-and-forecasts' },
      { name: 'All benchmarks', path: '/blog/benchmarks' },
    ],
  },
]

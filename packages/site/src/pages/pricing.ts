import { html } from '../html.ts'
import { keptBar } from '../layout/mark.ts'
import type { Page } from '../page.ts'
import { ending, stated } from '../parts.ts'
import { dollars, estimate } from '../pricing/arithmetic.ts'
import { calculator } from '../pricing/calculator.ts'
import { questionData, questionList } from './questions.ts'

const included: readonly { name: string; description: string }[] = [
  {
    name: 'Every cloud and every user',
    description: 'AWS, Azure, Google Cloud, Oracle, Kubernetes, anything in FOCUS. No seats.',
  },
  {
    name: 'Reconciliation with the invoice',
    description:
      'Each total is checked against the bill file, and against the provider’s invoice detail if the bill contains it.',
  },
  {
    name: 'Cost Explorer',
    description: 'Group and filter by any column of the bill. Every view is a link and a CSV.',
  },
  { name: 'Resource inventory', description: 'Your resources, their cost and their utilization.' },
  {
    name: 'Savings recommendations',
    description: 'Rules with thresholds, sources and evidence, and skip reasons when they find nothing.',
  },
  {
    name: 'Verified savings ledger',
    description: 'Hash-chained entries, and statements you can recompute offline.',
  },
  {
    name: 'Infinite loop detection',
    description: 'Ten types, from traces, metrics and logs, with cost per hour and likely cause.',
  },
  { name: 'Developer behavior analysis', description: 'Idle and zombie environments, and schedules with a backtest.' },
  { name: 'Anomalies with drivers', description: 'One incident per cause, split into price and volume.' },
  { name: 'Forecasts with intervals', description: 'Intervals from the actual errors of the method on your data.' },
  {
    name: 'Budgets and alerts',
    description: 'On actual and forecast spend, sent once, to the people responsible.',
  },
  {
    name: 'Reports and exports',
    description: 'Reports and lists as CSV, Excel and PDF, with every digit.',
  },
  { name: 'Roles, keys and audit', description: 'Two-factor authentication, passkeys, scoped API keys, an audit log.' },
  { name: 'API and command line', description: 'Described in OpenAPI 3.1, with scoped keys and a typed client.' },
  { name: 'Self-hosting', description: 'The same code on your machine, with embedded or your own databases.' },
]

const examples = [1000, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000]

export function pricing(): Page {
  return {
    path: '/pricing',
    title: 'Pricing: 25% of verified savings, or nothing',
    description:
      'A flat 25% commission on verified monthly savings. You keep 75%, and pay nothing if nothing is saved. Calculate what you would keep, and see what is included.',
    structured: [questionData()],
    body: html`
<section class="hero"><div class="frame split"><div class="words">
<h1>Pay 25% of verified savings. Otherwise nothing.</h1>
<p class="lead">A flat 25% commission on verified monthly savings. You keep 75%. No seat, no minimum, no long-term contract.</p>
<div class="actions"><a class="button" href="/auth/signup">Get Started</a><a class="button ghost" href="/contact">Contact</a></div>
<p class="soft">Prefer real numbers? <a href="/auth/signup?next=%2Fintegrations">Use your own bill</a>: upload a file and get recommendations in about a minute. Or run it on your own machine, without an account:</p>
<pre tabindex="0"><code>npx kept analyze bill.csv.gz</code></pre>
</div>${calculator({ heading: 'h2' })}</div></section>

<section class="band" aria-labelledby="how"><div class="frame">
<div class="band-head"><h2 id="how">How it works</h2></div>
<div class="thirds">
<div><span class="number" aria-hidden="true">1</span><h3>Analyze</h3><p>Kept reads your bill, read-only, and lists the waste it finds: the cost, the confidence and what to do. This part is free, and stays free.</p></div>
<div><span class="number" aria-hidden="true">2</span><h3>Optimize</h3><p>You decide what to do. The baseline of each action is frozen before it counts: 28 days of actual usage of the resource.</p></div>
<div><span class="number" aria-hidden="true">3</span><h3>Pay on savings</h3><p>When your provider closes the invoice, the savings are verified against it. The commission is 25% of them, rounded once, to the cent.</p></div>
</div></div></section>

<section class="band" aria-labelledby="arithmetic"><div class="frame split"><div class="words">
<h2 id="arithmetic">How the fee is calculated</h2>
<p class="lead">Losses are netted against savings, and carried into the next month if they exceed them. Modeled savings are billed at their lower bound. If a resource comes back within 14 days, its saving is reversed.</p>
<p><a href="/docs/savings-method">How savings are verified</a></p></div>
<div>${keptBar({ estimate: false })}<table class="waterfall"><caption class="unseen">An example: $30,000 of verified savings</caption><tbody><tr><th scope="row">Verified savings of the month</th><td class="figure">$30,000</td></tr><tr><th scope="row">Commission, 25%</th><td class="figure">$7,500</td></tr><tr class="total"><th scope="row">You keep</th><td class="figure">$22,500</td></tr></tbody></table>
<p class="hint">The average client saves $42,000 a month, pays $10,500 and keeps $31,500 (${stated()}).</p></div></div></section>

<section class="band" aria-labelledby="included"><div class="frame">
<div class="band-head"><h2 id="included">Everything is included</h2><p class="lead">There is one plan. It includes all ${included.length} of these.</p></div>
<ul class="ticks">${included.map(({ name, description }) => html`<li><b>${name}</b><span>${description}</span></li>`)}</ul></div></section>

<section class="band" aria-labelledby="table"><div class="frame">
<div class="band-head"><h2 id="table">Estimates by spend</h2><p class="lead">The calculator as a table, in dollars per month: savings of 35% of spend (${stated()}), a commission of 25% of the savings, what you keep, and what you keep in a year.</p></div>
<div class="wide" tabindex="0"><table><thead><tr><th scope="col" class="figure">Spend</th><th scope="col" class="figure">Estimated savings</th><th scope="col" class="figure">Commission</th><th scope="col" class="figure">You keep</th><th scope="col" class="figure">You keep, yearly</th></tr></thead><tbody>${examples.map(
      (spend) =>
        html`<tr>${Object.values(estimate(spend)).map((cents) => html`<td class="figure">${dollars(cents)}</td>`)}</tr>`,
    )}</tbody></table></div></div></section>

<section class="band" aria-labelledby="questions"><div class="frame split text-first"><div class="words"><h2 id="questions">Questions</h2><p class="soft">Have another question? <a href="/contact">Contact us.</a></p></div>${questionList()}</div></section>
${ending('Start with a bill.', 'Recommendations are free. You pay only for verified savings.')}`,
  }
}

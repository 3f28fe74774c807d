import { readBenchmarks } from '../benchmarks.ts'
import { html } from '../html.ts'
import { keptBar } from '../layout/mark.ts'
import { type Page, placeholders } from '../page.ts'
import { bandHead, callsToAction, ending, picture, stated } from '../parts.ts'
import { calculator } from '../pricing/calculator.ts'
import { loopDrawing, scheduleHours, waterfall, weekDrawing } from './drawings.ts'
import { questionList } from './questions.ts'

export function home(): Page {
  const measured = readBenchmarks()
  const { onHours, offHours, totalHours } = scheduleHours()
  return {
    path: '/',
    title: 'Kept: you keep 75% of what is truly saved',
    description:
      'Kept reads AWS, Azure, Google Cloud and FOCUS bills, finds waste, and verifies savings in a way you can replay. 25% of verified savings, or nothing.',
    structured: [
      {
        '@type': 'Organization',
        name: 'Kept',
        url: `${placeholders.origin}/`,
        logo: `${placeholders.origin}/site/icon.svg`,
      },
      {
        '@type': 'SoftwareApplication',
        name: 'Kept',
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Linux, macOS',
        license: 'https://www.apache.org/licenses/LICENSE-2.0',
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD', description: '25% of verified monthly savings' },
      },
    ],
    body: html`
<section class="hero"><div class="frame">
<div class="split"><div class="words">
<h1>You keep 75% of what is truly saved.</h1>
<p class="lead">Kept reads your AWS, Azure and Google Cloud bills, finds waste, and verifies each dollar saved on the bill itself. The fee is 25% of verified savings. If nothing is saved, you pay nothing.</p>
${callsToAction()}
<dl class="facts"><div><dt>Average savings, ${stated()}</dt><dd>35–40%</dd></div><div><dt>First savings, ${stated()}</dt><dd>within 7 days</dd></div></dl>
</div>${calculator({ heading: 'h2' })}</div>
</div></section>

<section class="band showing" aria-label="The dashboard"><div class="frame"><figure>${picture('dashboard', 'The dashboard of the demo organization: the spend of thirty days in one sentence, per provider and service, with the largest recommendations.')}
<figcaption>The dashboard of the demo organization: three clouds, ninety days, planted waste. Every figure is computed from its bills.</figcaption></figure></div></section>

<section class="band" aria-labelledby="proof"><div class="frame split"><div class="words">
<h2 id="proof">Savings you can recompute without us.</h2>
<p class="lead">For every hour and every resource, Kept compares what it would have cost at the prices of that hour with what it did cost. The difference is the saving. Price cuts do not count, growth does not count against us, and nothing counts twice.</p>
<p class="soft">Each month ends with a signed statement. One command reads your own bill, recomputes the statement on your machine, and reports any difference.</p>
<p><a href="/docs/savings-method">The method, with every example worked</a></p>
</div><div>${waterfall()}<p class="hint">One machine, one month, in dollars: 129.024 minus 17.520 is 111.504 saved. You keep 83.628 of it.</p>${keptBar({ estimate: false })}
<pre tabindex="0"><code>kept verify 2026-09.statement.json \\
  --bill cur/2026-09/ --key kept.pem</code></pre></div></div></section>

<section class="band" aria-labelledby="steps"><div class="frame">
<div class="band-head"><h2 id="steps">Analyze, optimize, pay on savings.</h2></div>
<div class="thirds">
<div><span class="number" aria-hidden="true">1</span><h3>Analyze</h3><p>Upload a bill, or connect the bucket your cloud writes it to. CUR, Azure, Google Cloud and Oracle exports, FOCUS 1.0 to 1.4. Every recommendation includes its evidence.</p></div>
<div><span class="number" aria-hidden="true">2</span><h3>Optimize</h3><p>Choose what to do: a schedule, a smaller instance, a loop to stop. Before it counts, its baseline is frozen and hashed, so no one can change it later.</p></div>
<div><span class="number" aria-hidden="true">3</span><h3>Pay on savings</h3><p>At the end of the month your provider's invoice decides. The commission is 25% of the verified lower bound. Losses are netted, and savings are reversed if a resource comes back.</p></div>
</div></div></section>

<section class="band" aria-labelledby="loops"><div class="frame split text-first"><div class="words">
<h2 id="loops">Find the loop that runs all night.</h2>
<p class="lead">A function that writes to its own trigger. A retry that never stops. Two autoscalers that react to each other. Kept detects ten types of runaway loops in traces, metrics and logs, with the cost per hour and the likely cause.</p>
<p class="soft">On ${measured.excerpt('loops', /in each of (\d+)/)} planted loops and ${measured.excerpt('loops', /, (\d+) that look like one/)} scenarios that only look like one or contain none, precision is ${measured.excerpt('loops', /holds one: ([\d.]+)/)}. These scenarios are our own. In scenarios made independently of Kept on November 22, 2026, 64% of the loops were found and 284 of 960 look-alikes raised a false alarm.</p>
<p><a href="/docs/loops">What counts as a loop</a></p>
</div><div>${loopDrawing()}</div></div></section>

<section class="band" aria-labelledby="dev"><div class="frame split"><div>${weekDrawing()}</div><div class="words">
<h2 id="dev">Development runs ${onHours} of ${totalHours} hours. You pay for ${totalHours}.</h2>
<p class="lead">Kept compares developer activity with the bill: sessions, pushes, pipelines. It finds environments that no one uses and recommends a schedule for each team, in its time zone and with its holidays.</p>
<p class="soft">Every schedule comes with a backtest: what it would have saved, and how often people would have waited. With this one, ${offHours} hours of each week are off.</p>
<p><a href="/docs/developer-behavior">How Kept tells waste from work</a></p>
</div></div></section>

<section class="band" aria-labelledby="cent"><div class="frame">
${bandHead('Exact to the cent, or explained.', 'The total on the screen is exactly the total of the bill file. If the bill contains invoice detail, Kept compares it with that too. Rows that cannot be read are counted and downloadable.')}
<dl class="score">
<div><dt>of ${measured.cell('kills', 'acknowledged imports', 'figure').split(' / ')[0] ?? ''} imports lost, with the process killed during each one</dt><dd>${measured.cell('kills', 'acknowledged imports', 'figure').split(' / ')[1] ?? ''}</dd></div>
<div><dt>imports of one month, with the same totals each time</dt><dd>${measured.cell('kills', 'the same month ten times', 'figure')}</dd></div>
<div><dt>from a real AWS bill of 119,307 rows to its first recommendation, on two cores</dt><dd>${measured.cell('analyze', '', 'first recommendation')} s</dd></div>
<div><dt>bias of the billed amount, on 400 fleets with known savings</dt><dd>${measured.cell('savings', 'Kept, what is billed', 'bias')}</dd></div>
</dl>
<p class="hint">Measured ${measured.measuredOn('kills')} on a small machine; <a href="/blog/benchmarks">all benchmarks, including the missed targets</a>.</p>
</div></section>

<section class="band" aria-labelledby="price"><div class="frame split"><div class="words">
<h2 id="price">One price: 25% of verified savings.</h2>
<p class="lead">A flat 25% commission on verified monthly savings. You keep 75%. No seat, no minimum, no long-term contract.</p>
<p><a href="/pricing">Pricing and what is included</a></p>
</div><div>${keptBar({ estimate: true })}<table class="waterfall"><caption class="unseen">The average client, a stated target</caption><tbody><tr><th scope="row">Average client saves per month, ${stated()}</th><td class="figure">$42,000</td></tr><tr><th scope="row">pays a commission of</th><td class="figure">$10,500</td></tr><tr class="total"><th scope="row">and keeps</th><td class="figure">$31,500</td></tr></tbody></table></div></div></section>

<section class="band" aria-labelledby="questions"><div class="frame split text-first"><div class="words"><h2 id="questions">Questions</h2><p class="soft">Have another question? <a href="/contact">Contact us.</a></p></div>${questionList()}</div></section>
${ending('See what your bill shows.', 'Upload last month’s bill and get recommendations in about a minute. Read-only, on your own machine if you like.')}`,
  }
}

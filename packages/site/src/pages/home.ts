import { readBenchmarks } from '../benchmarks.ts'
import { html } from '../html.ts'
import { keptBar } from '../layout/mark.ts'
import { type Page, placeholders } from '../page.ts'
import { bandHead, ending, picture, stated, ways } from '../parts.ts'
import { calculator } from '../pricing/calculator.ts'
import { loopDrawing, scheduleHours, waterfall, weekDrawing } from './drawings.ts'
import { questionList } from './questions.ts'

export function home(): Page {
  const measured = readBenchmarks()
  const { on, off, all } = scheduleHours()
  return {
    path: '/',
    title: 'Kept: you keep 75 % of what is truly saved',
    description:
      'Kept reads the bills of AWS, Azure, Google Cloud and FOCUS, finds where money leaks, and proves what was saved in a way you can replay. 25 % of verified savings, or nothing.',
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
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD', description: '25 % of verified monthly savings' },
      },
    ],
    body: html`
<section class="hero"><div class="frame">
<div class="split"><div class="words">
<h1>You keep 75&nbsp;% of what is truly saved.</h1>
<p class="lead">Kept reads your AWS, Azure and Google Cloud bills, shows where money leaks, and proves each dollar saved from the bill itself. We take a quarter of what is proved. If nothing is saved, you pay nothing.</p>
${ways()}
<dl class="facts"><div><dt>Average savings, ${stated()}</dt><dd>35–40&nbsp;%</dd></div><div><dt>First savings, ${stated()}</dt><dd>within 7 days</dd></div></dl>
</div>${calculator({ heading: 'h2' })}</div>
</div></section>

<section class="band showing" aria-label="The dashboard"><div class="frame"><figure>${picture('dashboard', 'The dashboard of the demo organisation: the spend of thirty days in one sentence, per provider and service, with the largest findings.')}
<figcaption>The dashboard of the demo organisation: three clouds, ninety days, planted waste. Every figure is computed from its bills.</figcaption></figure></div></section>

<section class="band" aria-labelledby="proof"><div class="frame split"><div class="words">
<h2 id="proof">A saving you can recompute without us.</h2>
<p class="lead">For every hour and every machine: what would it have cost, at the prices of that hour, and what did it cost? The difference is the saving. Price cuts are not ours, your growth is not held against us, and nothing counts twice.</p>
<p class="soft">Each month ends in a signed statement. One command reads your own bill, makes the statement again on your machine, and says where the two differ.</p>
<p><a href="/docs/savings-method">The method, with every example worked</a></p>
</div><div>${waterfall()}<p class="hint">One machine, one month, in dollars: 129.024 less 17.520 is 111.504 saved, to the last digit. You keep 83.628 of it.</p>${keptBar({ estimate: false })}
<pre tabindex="0"><code>kept verify 2026-09.statement.json \\
  --bill cur/2026-09/ --key kept.pem</code></pre></div></div></section>

<section class="band" aria-labelledby="steps"><div class="frame">
<div class="band-head"><h2 id="steps">Analyze, optimise, pay on savings.</h2></div>
<div class="thirds">
<div><span class="number" aria-hidden="true">1</span><h3>Analyze</h3><p>Drop a bill, or point Kept at the bucket your cloud writes it to. CUR, Azure, Google Cloud and Oracle exports, FOCUS 1.0 to 1.4. Findings come with the evidence they rest on.</p></div>
<div><span class="number" aria-hidden="true">2</span><h3>Optimise</h3><p>Take what you believe in: a schedule, a smaller machine, a loop to stop. Before it counts, its baseline is frozen and hashed, so that nobody can move it later.</p></div>
<div><span class="number" aria-hidden="true">3</span><h3>Pay on savings</h3><p>At the end of the month your provider's invoice decides. 25 % of the verified lower bound is the commission, negatives are netted, and what comes back is taken back.</p></div>
</div></div></section>

<section class="band" aria-labelledby="loops"><div class="frame split text-first"><div class="words">
<h2 id="loops">The loop that runs all night has a name by morning.</h2>
<p class="lead">A function that writes where it is triggered from. A retry that never gives up. Two autoscalers that chase each other. Kept finds ten kinds of runaway loops in traces, metrics and logs, with dollars an hour and the likely cause.</p>
<p class="soft">On ${measured.words('loops', /in each of (\d+)/)} planted loops and ${measured.words('loops', /, (\d+) that look like one/)} worlds that only look like one or hold nothing, precision is ${measured.words('loops', /holds one: ([\d.]+)/)}. These worlds are our own. In worlds made independently of Kept on November 22, 2026, 64% of the loops were found and 284 of 960 look-alikes raised a false alarm.</p>
<p><a href="/docs/loops">What counts as a loop</a></p>
</div><div>${loopDrawing()}</div></div></section>

<section class="band" aria-labelledby="dev"><div class="frame split"><div>${weekDrawing()}</div><div class="words">
<h2 id="dev">Development runs ${on} of ${all} hours. You pay for ${all}.</h2>
<p class="lead">Kept lays signs of work beside the bill: sessions, pushes, pipelines. It finds environments that run for nobody and proposes a schedule for each team, in its own time zone and with its holidays.</p>
<p class="soft">Every schedule comes with a backtest: what it would have saved, and whom it would have kept waiting. On this one, ${off} hours of each week are off.</p>
<p><a href="/docs/developer-behaviour">How waste is told from work</a></p>
</div></div></section>

<section class="band" aria-labelledby="cent"><div class="frame">
${bandHead('To the cent, or it says why not.', 'The total on the screen is the total of the bill file, to the last digit. Where the bill contains invoice detail, it is compared with that too. Rows that cannot be read are counted and downloadable.')}
<dl class="score">
<div><dt>of ${measured.cell('kills', 'acknowledged imports', 'figure').split(' / ')[0] ?? ''} imports lost, with the process killed in the middle of each</dt><dd>${measured.cell('kills', 'acknowledged imports', 'figure').split(' / ')[1] ?? ''}</dd></div>
<div><dt>deliveries of one month, and the same totals each time</dt><dd>${measured.cell('kills', 'the same month ten times', 'figure')}</dd></div>
<div><dt>from a real AWS bill of 119,307 rows to its first finding, on two cores</dt><dd>${measured.cell('analyse', '', 'first finding')} s</dd></div>
<div><dt>bias of what is billed, on 400 fleets whose true savings are known</dt><dd>${measured.cell('savings', 'Kept, what is billed', 'bias')}</dd></div>
</dl>
<p class="hint">Measured ${measured.measuredOn('kills')} on a small machine; <a href="/blog/benchmarks">all benchmarks, the missed ones included</a>.</p>
</div></section>

<section class="band" aria-labelledby="price"><div class="frame split"><div class="words">
<h2 id="price">One price: a quarter of what is proved.</h2>
<p class="lead">A flat 25 % commission on verified monthly savings. You keep 75 %. No seat, no minimum, no long-term contract.</p>
<p><a href="/pricing">Pricing, and what is included</a></p>
</div><div>${keptBar({ estimate: true })}<table class="waterfall"><caption class="unseen">The average client, a stated target</caption><tbody><tr><th scope="row">Average client saves, a month, ${stated()}</th><td class="figure">$42,000</td></tr><tr><th scope="row">pays a commission of</th><td class="figure">$10,500</td></tr><tr class="total"><th scope="row">and keeps</th><td class="figure">$31,500</td></tr></tbody></table></div></div></section>

<section class="band" aria-labelledby="questions"><div class="frame split text-first"><div class="words"><h2 id="questions">Questions</h2><p class="soft">Yours is not among them? <a href="/contact">Ask it.</a></p></div>${questionList()}</div></section>
${ending('See what your bill says.', 'Drop last month’s bill and have findings in about a minute. Read-only, on your own machine if you like.')}`,
  }
}

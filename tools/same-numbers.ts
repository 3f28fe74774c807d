/**
 * Property tests draw the same numbers in every run, so that a failing run fails everywhere. `TEST_SEED=random`
 * goes looking for new counterexamples, `TEST_SEED=123` goes back to one that was found.
 */
import fc from 'fast-check'

const seed = process.env.TEST_SEED

if (seed !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed ?? 20_261_122) })

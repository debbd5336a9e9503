import Mocha, { type MochaOptions, type Runner, type Test } from 'mocha'
import { errorMessage } from '../../server/core/errors.ts'

/**
 * The report of Mocha, and after it each test that needed a second try, with why the first one failed: on a machine that others
 * use too, a test that is bound to time fails now and then, which is not to be hidden.
 */
class SecondTries extends Mocha.reporters.Spec {
  constructor(runner: Runner, options?: MochaOptions) {
    super(runner, options)
    const tries: string[] = []
    runner.on('retry', (test: Test, error: unknown) => {
      const [first = ''] = errorMessage(error).split('\n')
      tries.push(`${test.fullTitle()}: ${first}`)
    })
    runner.once('end', () => {
      if (tries.length > 0)
        console.log(`  needed a second try:\n${tries.map((one) => `    ${one}\n`).join('')}`)
    })
  }
}

export { SecondTries }
/** What `require` gives, by which Mocha loads a reporter. */
export { SecondTries as 'module.exports' }

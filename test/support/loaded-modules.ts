import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** For `--import`: appends the address of each module that this thread loads to the file that LOADED_MODULES names. */
registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES ?? '', `${url}\n`);
    return next(url, context);
  },
});

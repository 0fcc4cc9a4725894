import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const locales = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'pl-PL', 'uk-UA', 'ru-RU', 'ar-AE', 'ja-JP'];

/** Only the service knows the path before its own, so that the page's addresses of its files begin with a word for it. */
const pathOfTheService: Plugin = {
  name: 'path-of-the-service',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('"./assets/', '"%BASE%/console/assets/') },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), { ...optimizeLocales.vite({ locales }), enforce: 'pre' }, pathOfTheService],
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('./index.html', import.meta.url)),
        // Of the pages that the service renders; it finds it by this name.
        'passkey-sign-in': fileURLToPath(new URL('./src/passkey-sign-in.ts', import.meta.url)),
      },
    },
  },
});

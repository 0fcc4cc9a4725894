# The service with the Node that it brings along. Build: docker build -t report-service .
# For both architectures: docker buildx build --platform linux/amd64,linux/arm64 -t report-service .
FROM node:24-bookworm-slim AS build
WORKDIR /source
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
COPY . .
RUN npm ci && npm run pack -- --pack-destination /tmp
WORKDIR /opt/report-service
RUN npm init -y >/dev/null && npm install --no-audit --no-fund /tmp/report-service-[0-9]*.tgz
# What is for compiling and debugging: a quarter of the whole.
RUN rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share \
  && strip --strip-unneeded node_modules/node-linux-*/bin/node \
  && cp node_modules/report-service/THIRD-PARTY-LICENCES.txt node_modules/report-service/sbom.cdx.json node_modules/report-service/LICENSE .

FROM debian:12-slim
# Node needs libatomic; the certificates are for object stores, mail servers and data sources.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 10001 -g 10001 -m 700 /data
COPY --from=build /opt/report-service /opt/report-service
ENV PATH=/opt/report-service/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATA_DIR=/data \
  NODE_COMPILE_CACHE=/data/cache/node
# Nothing is written but below /data and /tmp: the root file system can be read-only.
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`, { signal: AbortSignal.timeout(4000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["report-service"]
CMD ["serve"]

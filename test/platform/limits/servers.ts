import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TestServer extends AsyncDisposable {
  readonly port: number;
}

/** A server that accepts connections and never says a word. */
export async function silentServer(): Promise<TestServer> {
  return listen((socket) => {
    socket.resume();
  });
}

/** A proxy to a real server that loses everything sent to it while `paused`, like a broken network. */
export interface PausableProxy extends TestServer {
  paused: boolean;
  /** The connections that have lost something. */
  readonly broken: Set<Socket>;
}

export async function pausableProxy(target: URL): Promise<PausableProxy> {
  const state = { paused: false, broken: new Set<Socket>() };
  const server = await listen((near) => {
    const far = connect(Number(target.port), target.hostname);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (data) => (state.paused ? state.broken.add(near) : far.write(data)));
    far.on('data', (data) => near.write(data));
  });
  return Object.assign(state, server);
}

async function listen(onConnection: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

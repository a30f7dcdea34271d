"""A Syncthing that knows one other, on this machine alone."""

import os
import subprocess

FIRST_PORT = 22101
# A call that serves nothing is over in a second; on a busy machine, in some.
PATIENCE = 60


class Carrier:
    made = 0

    def __init__(self, name, folder, carried):
        self.name, self.carried = name, carried
        self.home = os.path.join(folder, f"{name}-syncthing")
        os.makedirs(self.home, mode=0o700)
        self.port, self.page = FIRST_PORT + 2 * Carrier.made, FIRST_PORT + 2 * Carrier.made + 1
        Carrier.made += 1
        # Nothing that a person at home has set counts here.
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.home, "STNOUPGRADE": "1",
            "STNODEFAULTFOLDER": "1", "STNORESTART": "1"}
        self.log = open(os.path.join(folder, f"{name}-syncthing.log"), "ab")
        self.process = None
        self.run("generate", "--home", self.home, "--no-default-folder", "--skip-port-probing")
        self.id = self.run("--home", self.home, "--device-id").strip()

    def run(self, *words):
        return subprocess.run(
            ["syncthing", *words], env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, check=True, timeout=PATIENCE).stdout

    def version(self):
        return " ".join(self.run("--version").split()[:2])

    def know(self, others):
        """Writes what it is told, and what it must not do: ask anybody else for anything."""
        devices = [self, *others]
        known = "".join(
            f'<device id="{one.id}" name="{one.name}" introducer="false">'
            f"<address>tcp://127.0.0.1:{one.port}</address></device>" for one in devices)
        shared = "".join(f'<device id="{one.id}"></device>' for one in devices)
        with open(os.path.join(self.home, "config.xml"), "w") as file:
            file.write(f"""<configuration version="35">
<folder id="carried" path="{self.carried}" type="sendreceive" rescanIntervalS="10"
    fsWatcherEnabled="true" fsWatcherDelayS="1">{shared}</folder>
{known}
<gui enabled="true" tls="false"><address>127.0.0.1:{self.page}</address></gui>
<options>
    <listenAddress>tcp://127.0.0.1:{self.port}</listenAddress>
    <globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled>
    <relaysEnabled>false</relaysEnabled>
    <natEnabled>false</natEnabled>
    <stunServer></stunServer>
    <stunKeepaliveStartS>0</stunKeepaliveStartS>
    <urAccepted>-1</urAccepted>
    <crashReportingEnabled>false</crashReportingEnabled>
    <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
    <startBrowser>false</startBrowser>
    <reconnectionIntervalS>1</reconnectionIntervalS>
</options>
</configuration>
""")

    def up(self):
        self.process = subprocess.Popen(
            ["syncthing", "serve", "--home", self.home, "--no-browser", "--no-restart"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def kill(self):
        """As when the battery falls out."""
        self.process.kill()
        self.process.wait()

    def down(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()


def pair(carriers):
    """Tells each of the others."""
    for one in carriers:
        one.know([other for other in carriers if other is not one])

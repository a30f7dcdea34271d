"""What pytest has to know of the stories."""


def pytest_configure(config):
    config.addinivalue_line("markers", "smoke: one story a screen, for where there is not the time for all")
